import type * as z from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { detailOfCode, type ErrorCode, type statusOfCode } from '../../shared/http/errors.ts';
import { headersNamed } from './headers.ts';

export type ErrorStatus = (typeof statusOfCode)[ErrorCode];

export interface ServiceErrors {
  readonly body: z.ZodType;
  /** Detail and parameter of the example body, by status. */
  readonly examples: Readonly<Partial<Record<ErrorStatus, { detail: string; parameter?: string }>>>;
  readonly descriptions?: Readonly<Partial<Record<ErrorStatus, string>>>;
  /** Error statuses whose responses contain the catalogue version. */
  readonly withCatalogueVersion?: readonly ErrorStatus[];
}

interface ErrorDescription {
  /** Name of the response component. */
  readonly name: string;
  readonly code: ErrorCode;
  readonly description: string;
  readonly headers: readonly string[];
  /** Detail in the example body, unless the service defines its own. */
  readonly detail: string;
}

const limit = 'x-ratelimit-limit-second';

export const errorResponses: Readonly<Record<ErrorStatus, ErrorDescription>> = {
  400: {
    name: 'BadRequest',
    code: 'CONSTRAINT_VIOLATION',
    description: 'The request violates the contract. The response lists all violations.',
    headers: [limit],
    detail: 'The request is not valid.',
  },
  401: {
    name: 'Unauthorised',
    code: 'UNAUTHORIZED',
    description: 'The AUTH-KEY header is missing or repeated, or its key is unknown, expired or revoked.',
    headers: [],
    detail: 'The AUTH-KEY header is missing or does not contain a valid key.',
  },
  403: {
    name: 'Forbidden',
    code: 'FORBIDDEN',
    description: 'The key does not grant access to this operation, or the firewall rejected the request.',
    headers: [limit],
    detail: detailOfCode('FORBIDDEN'),
  },
  404: {
    name: 'NotFound',
    code: 'METHOD_NOT_FOUND',
    description: 'No resource exists at this path.',
    headers: [limit],
    detail: 'No resource exists at this path.',
  },
  405: {
    name: 'MethodNotAllowed',
    code: 'METHOD_NOT_ALLOWED',
    description: 'The path does not support the request method.',
    headers: ['allow', limit],
    detail: 'This path supports only GET and OPTIONS.',
  },
  415: {
    name: 'UnsupportedMediaType',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The media type of the request is not supported.',
    headers: [],
    detail: 'The media type is not supported.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'TOO_MANY_REQUESTS',
    description:
      'The client has sent more requests per second than its plan allows. Wait for the number of seconds in `retry-after`.',
    headers: ['retry-after', limit],
    detail: detailOfCode('TOO_MANY_REQUESTS'),
  },
  500: {
    name: 'InternalServerError',
    code: 'INTERNAL_SERVER_ERROR',
    description: 'An unexpected error occurred. Quote its `id` when you contact support.',
    headers: [limit],
    detail: detailOfCode('INTERNAL_SERVER_ERROR'),
  },
  503: {
    name: 'ServiceUnavailable',
    code: 'SERVICE_UNAVAILABLE',
    description: 'The service is temporarily unavailable. Wait for the number of seconds in `retry-after`.',
    headers: ['retry-after', limit],
    detail: detailOfCode('SERVICE_UNAVAILABLE'),
  },
};

const exampleId = '0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a';

export const errorResponse = (status: ErrorStatus, errors: ServiceErrors): ZodOpenApiResponseObject => {
  const { code, description, headers, detail } = errorResponses[status];
  const { parameter, ...example } = errors.examples[status] ?? { detail };
  const isVersioned = errors.withCatalogueVersion?.includes(status);
  return {
    description: errors.descriptions?.[status] ?? description,
    headers: headersNamed(isVersioned ? ['waypost-catalogue-version', ...headers] : headers),
    content: {
      'application/json': {
        schema: errors.body,
        example: {
          errors: [
            { id: exampleId, code, ...example, ...(parameter !== undefined && { source: { parameter } }) },
          ],
        },
      },
    },
  };
};
