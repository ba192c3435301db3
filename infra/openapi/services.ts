import type * as z from 'zod';
import * as bills from '../../functions/bill-management-v1/contract.ts';
import * as v2 from '../../functions/locations-v2/contract.ts';
import * as v3 from '../../functions/locations-v3/contract.ts';
import type { Service } from '../../shared/domain/access/service.ts';
import { billManagementV1 } from '../routes/bill-management-v1.ts';
import { locationsV2 } from '../routes/locations-v2.ts';
import { locationsV3 } from '../routes/locations-v3.ts';
import type { Route } from '../routes/route.ts';
import type { ErrorStatus, ServiceErrors } from './error-responses.ts';

/** Description of a service, in addition to the descriptions of its routes and schemas. */
export interface ServiceDescription {
  readonly title: string;
  /** Version of the interface as given in its specification. */
  readonly version: string;
  readonly description: string;
  /** Operation groups by name. The last contains the operations that need no key, the first all others. */
  readonly tags: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  /** Schemas of response bodies, by operation id and status. */
  readonly responses: Readonly<Record<string, Readonly<Partial<Record<number, z.ZodType>>>>>;
  /** Schemas of the different bodies that requests with an extension may get, by operation id and status. */
  readonly extendedResponses?: ServiceDescription['responses'];
  /** Schemas of GeoJSON response bodies, by operation id and status. */
  readonly geoJsonResponses?: ServiceDescription['responses'];
  /** Headers of every 200 response to a request with a key. */
  readonly headers: readonly string[];
  /** Error statuses of every operation that needs a key, except 404. */
  readonly errorStatuses: readonly ErrorStatus[];
  readonly errors: ServiceErrors;
}

const commonDescription = `
**Keys.** Send your key in the \`AUTH-KEY\` header of every request, unless the operation needs none. Never send a key
in the URL. With \`waypost-describe-key: true\`, the response header \`waypost-key\` describes your key, as form data:
\`client=acme&plan=standard&scopes=locations-v3&sandbox=true\`.

**Parameters.** A parameter without a value counts as absent. A comma-separated list has at most 100 values of at most
120 characters each. Spaces and tabs around the commas are ignored, duplicates count once, and an empty value is an
error. Only parameters of type array may be repeated. Unknown parameters are ignored; for a sandbox key, the header
\`waypost-ignored\` lists them. All path and query parameters together may have at most 8,192 characters.

**Errors.** All error responses have the same form, with an \`id\` for each problem. Quote the \`id\`, or the header
\`x-amzn-requestid\`, when you contact support.

**Limits.** A key's plan limits the requests per second to each operation. \`x-ratelimit-limit-second\` gives the limit.
Requests above it get a 429 with \`retry-after\`; a 503 also has \`retry-after\`.

**Repeated requests.** A response with an \`etag\` may be stored. Send the tag in \`If-None-Match\` to get a 304 without
a body if nothing has changed. A 304 counts towards the limit like any other response. Responses to requests with a
position or a search text have no \`etag\` and must not be stored.

**Changes.** Responses may get new fields. Clients must ignore unknown fields.

**Browsers** may send requests from any origin. Bodies of 1 KiB or more are compressed for clients that accept
\`gzip\`, except those of errors.
`.trim();

const limit = 'x-ratelimit-limit-second';
const catalogueHeaders = ['waypost-catalogue-version', limit];

export const serviceDescriptions: Readonly<Record<Service, ServiceDescription>> = {
  'bill-management': {
    title: 'Bill management',
    version: '1.1',
    description: `Billers whose bills can be paid, how to validate the references of their bills, and enquiries about payments.\n\n${commonDescription}`,
    tags: {
      Endpoints: 'Billers, bill types and enquiries.',
      Health: 'Health of the service. These operations need no key.',
    },
    routes: billManagementV1,
    responses: bills.responses,
    headers: [limit],
    errorStatuses: [400, 401, 403, 405, 429, 500, 503],
    errors: {
      body: bills.errorResponse,
      examples: {
        400: { detail: 'billType: must not be repeated', parameter: 'billType' },
        404: { detail: 'No biller has the code "nope".' },
      },
      descriptions: { 404: 'No biller has this code, or no resource exists at this path.' },
    },
  },
  'locations-v2': {
    title: 'Locations v2',
    version: '2.3.0',
    description: `Points of the postal network (post offices, delivery centres, street post boxes, parcel lockers and outstations) by place, code, type or postcode, and the services that they offer. New integrations should use version 3.\n\n${commonDescription}`,
    tags: { Endpoints: 'Points and services.' },
    routes: locationsV2,
    responses: v2.responses,
    headers: catalogueHeaders,
    // The specification does not assign statuses to operations. None of them reads a body, so none returns 415.
    errorStatuses: [400, 401, 403, 405, 429, 500],
    errors: {
      body: v2.errorResponse,
      examples: {
        400: { detail: 'types: "XX" is not one of PO, UPL, R_SPB, C_SPB, OS, DC', parameter: 'types' },
      },
      withCatalogueVersion: [400, 404, 500],
      descriptions: {
        404: 'No resource exists at this path, for example because a segment of it is empty. If nothing is found, the response is 200 with an empty list.',
        500: 'An unexpected error occurred, or the service is temporarily unavailable. Quote the `id` of the error when you contact support.',
      },
    },
  },
  'locations-v3': {
    title: 'Locations v3',
    version: '3.0.0',
    description: `Work centres of the postal network (post offices, delivery centres, street post boxes, parcel lockers and outstations), searched by place and attributes, and an export of all of them.\n\n${commonDescription}`,
    tags: { Endpoints: 'Work centres, their export, and operational capabilities.' },
    routes: locationsV3,
    responses: v3.responses,
    extendedResponses: v3.extendedResponses,
    geoJsonResponses: v3.geoJsonResponses,
    headers: catalogueHeaders,
    errorStatuses: [400, 401, 403, 405, 429, 500, 503],
    errors: {
      body: v3.errorResponse,
      examples: {
        400: { detail: 'lon: is required when lat is given' },
        404: { detail: 'No work centre has the id "nope".' },
      },
      withCatalogueVersion: [400, 404, 500, 503],
      descriptions: {
        403: 'The key does not grant access to this operation, or is a browser key that was issued for other websites, or the firewall rejected the request.',
        404: 'No work centre has this ID, or no resource exists at this path.',
      },
    },
  },
};
