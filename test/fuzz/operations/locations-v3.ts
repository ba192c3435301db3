import type * as z from 'zod';
import {
  capabilitiesResponse,
  exportLinkResponse,
  placesResponse,
  type SparseWorkCentreResponse,
  sparseWorkCentreResponse,
  type WorkCentreResponse,
  workCentreResponse,
} from '../../../functions/locations-v3/contract.ts';
import { downloads } from '../../../shared/domain/publication/work-centre-export.ts';
import { expectedCapability } from '../../contract/locations-v3/expected-work-centre.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { codesFoundBy } from '../../support/fixture/fixture-oracle.ts';
import { completedPlaces } from '../../support/oracles/text-oracle.ts';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import { mark, must, mustEqual, readBody } from '../checks.ts';
import { type Given, type Oracle, parameter, readingOf } from '../operation.ts';
import { inPath, integerWithin, oneOfThese, single, textUpTo, wrong } from '../oracle/readings.ts';
import { sampleIds } from '../oracle/served-network.ts';
import { integers, words } from '../requests/samples.ts';
import {
  checkSelected,
  fields,
  offset,
  openAt,
  parcel,
  places,
  q,
  workCentreSearch,
} from './work-centre-search.ts';

const id = parameter('id', words(...sampleIds), inPath(textUpTo(Number.POSITIVE_INFINITY)));

const codeFound = (given: Given): string | undefined => codesFoundBy(readingOf(given, id))[0];

const checkWorkCentreById = (given: Given, response: TargetResponse): void => {
  const chosen = readingOf(given, fields);
  const schema: z.ZodType<WorkCentreResponse | SparseWorkCentreResponse> = chosen
    ? sparseWorkCentreResponse
    : workCentreResponse;
  const [centre] = readBody(schema, response).workcentres;
  const code = codeFound(given);
  must(centre.id === code, 'id', code, centre.id);
  checkSelected(centre, { chosen, at: readingOf(given, openAt), parcel: readingOf(given, parcel) }, 0);
};

const capabilitiesSize = parameter('size', integers(0, 200, '1', '5', '50'), single(integerWithin(0, 200)));

const byId = fixtureNetwork.services.toSorted((one, other) =>
  one.capability_id === other.capability_id
    ? one.service_code - other.service_code
    : one.capability_id < other.capability_id
      ? -1
      : 1,
);

const checkCapabilities = (given: Given, response: TargetResponse): void => {
  const { pagination, operational_capabilities: shown } = readBody(capabilitiesResponse, response);
  const start = readingOf(given, offset) ?? 0;
  const expected = byId.slice(start, start + (readingOf(given, capabilitiesSize) ?? 50));
  mustEqual('pagination', { total: byId.length, offset: start, size: expected.length }, pagination);
  mustEqual('capabilities', expected.map(expectedCapability), shown);
};

const format = parameter('format', words(...downloads), single(oneOfThese(...downloads)));

const redirect = parameter('redirect', words('true', 'false'), single(oneOfThese('true', 'false')));

/** Checks that a file's URL is signed, and contains nothing from the request. Throws Finding. */
const checkAddress = (what: string, address: string): void => {
  must(/^https?:$/.test(URL.parse(address)?.protocol ?? ''), what, 'an address', address);
  must(!address.includes(mark), what, 'nothing of the request', address);
};

const isLink = (given: Given): boolean => readingOf(given, redirect) === 'false';

const checkExport = (given: Given, response: TargetResponse): void => {
  const { headers, body } = response;
  const { location, 'referrer-policy': policy, 'waypost-catalogue-version': named } = headers;
  must(policy === 'no-referrer', 'referrer-policy', 'no-referrer', policy);
  if (!isLink(given)) {
    checkAddress('location', location ?? '');
    must(body === '', 'body of a redirect', '', body);
    return;
  }
  const { url, version, expires_at: end } = readBody(exportLinkResponse, response);
  checkAddress('url', url);
  must(version === named, 'version', named, version);
  must(Date.parse(end) > Date.now(), 'expires_at', 'a time to come', end);
  must(location === undefined, 'header location', undefined, location);
};

const placesSize = parameter('size', integers(1, 20, '8'), single(integerWithin(1, 20)));

/** Text to complete. This parameter is required. */
const typed = {
  ...q,
  read: (values: readonly string[]) => {
    const text = q.read(values);
    return text === undefined ? wrong : text;
  },
};

const checkPlaces = (given: Given, response: TargetResponse): void => {
  const size = readingOf(given, placesSize) ?? 8;
  const expected = completedPlaces(places, readingOf(given, typed)).slice(0, size);
  mustEqual(
    'places',
    expected.map(({ weight: _, ...place }) => place),
    readBody(placesResponse, response).places.map(({ label: _, ...place }) => place),
  );
};

export const locationsV3Oracles: readonly Oracle[] = [
  workCentreSearch,
  {
    operationId: 'getWorkCentreByID',
    parameters: [id, fields, openAt, parcel],
    status: (given) => (codeFound(given) === undefined ? 404 : 200),
    check: checkWorkCentreById,
  },
  {
    operationId: 'exportWorkCentres',
    parameters: [format, redirect],
    status: (given) => (isLink(given) ? 200 : 302),
    check: checkExport,
  },
  { operationId: 'getPlaces', parameters: [typed, placesSize], check: checkPlaces },
  {
    operationId: 'getOperationalCapabilities',
    parameters: [offset, capabilitiesSize],
    check: checkCapabilities,
  },
];
