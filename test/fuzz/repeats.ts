import type * as fc from 'fast-check';
import { workCentreResponse, workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { catalogueVersionHeaderName } from '../../shared/http/headers.ts';
import { featureLine } from '../support/fixture/fixture-catalogue.ts';
import type { ApiTarget, TargetRequest, TargetResponse } from '../support/targets/api-target.ts';
import { must, mustEqual, readBody } from './checks.ts';
import type { Probe } from './operation.ts';

/** Adds checks of ETags to one response in eight, and of GeoJSON to work centres. */
export const withRepeats = (operationId: string, probes: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> =>
  probes.map(({ request, verify }) => ({
    request,
    verify: async (response, target) => {
      await verify(response, target);
      checkKeeping(request, response);
      const { etag } = response.headers;
      if (response.status !== 200 || etag === undefined) return;
      checkTag(target, etag, response.body);
      if (!/[A-H]"$/.test(etag)) return;
      await checkConditional(request, etag, target);
      const expectedIn = geoJsonIn.get(operationId);
      if (expectedIn) await checkGeoJson(request, response, target, expectedIn);
    },
  }));

/** Parameters that contain a position, or words that a visitor types. */
const revealing = ['lat', 'lon', 'bbox', 'near', 'q'];

const reveals = (path: string): boolean => {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return (
    pathname.includes('/geo/') ||
    revealing.some((name) => searchParams.getAll(name).some((value) => value !== ''))
  );
};

const checkKeeping = ({ path }: TargetRequest, { status, headers }: TargetResponse): void => {
  const { etag, vary, 'cache-control': control } = headers;
  mustEqual('cache-control', etag === undefined ? 'no-store' : 'private, no-cache', control);
  if (etag === undefined) return;
  must(!reveals(path), 'tag of a response to a position', undefined, etag);
  mustEqual('status and vary', [200, 'Accept, Accept-Encoding, AUTH-KEY'], [status, vary]);
};

/** Bodies by ETag for each target, because different targets may serve different networks under one version. */
const bodiesOf = new WeakMap<ApiTarget, Map<string, string>>();

const checkTag = (target: ApiTarget, etag: string, body: string): void => {
  const bodies = bodiesOf.get(target) ?? new Map<string, string>();
  bodiesOf.set(target, bodies);
  const known = bodies.get(etag) ?? body;
  must(known === body, `body with the tag ${etag}`, known.slice(0, 200), body.slice(0, 200));
  bodies.set(etag, body);
};

const checkConditional = async (request: TargetRequest, etag: string, target: ApiTarget): Promise<void> => {
  const again = await target.send({ ...request, headers: { ...request.headers, 'if-none-match': etag } });
  // A publication, or midnight, may have occurred between the two requests.
  if (again.status === 200 && again.headers.etag !== etag) return;
  const { status, body, headers } = again;
  const got = { status, body, etag: headers.etag, type: headers['content-type'] };
  mustEqual('response to a current tag', { status: 304, body: '', etag }, got);
};

const collectionIn = (response: TargetResponse): string => {
  const { pagination, workcentres } = readBody(workCentresResponse, response);
  const features = workcentres.map(({ id }) => featureLine(id, versionOf(response))).join(',');
  return `{"type":"FeatureCollection","pagination":${JSON.stringify(pagination)},"features":[${features}]}`;
};

const featureIn = (response: TargetResponse): string =>
  featureLine(readBody(workCentreResponse, response).workcentres[0].id, versionOf(response));

/** Returns the GeoJSON for a response, by operation. */
const geoJsonIn = new Map([
  ['getWorkCentres', collectionIn],
  ['getWorkCentreByID', featureIn],
]);

const versionOf = ({ headers }: TargetResponse): string => headers[catalogueVersionHeaderName] ?? '';

/** Compares the features, which have no distances: responses with an ETag have no search point. */
const checkGeoJson = async (
  request: TargetRequest,
  response: TargetResponse,
  target: ApiTarget,
  expectedIn: (response: TargetResponse) => string,
): Promise<void> => {
  if (decodeURIComponent(request.path).includes('fields=')) return;
  const headers = { ...request.headers, accept: 'application/geo+json' };
  const geoJson = await target.send({ ...request, headers });
  if (versionOf(geoJson) !== versionOf(response)) return;
  const expected = expectedIn(response);
  mustEqual('type', headers.accept, geoJson.headers['content-type']);
  must(geoJson.headers.etag !== response.headers.etag, 'tag of GeoJSON', 'its own', geoJson.headers.etag);
  must(geoJson.body === expected, 'GeoJSON', expected, geoJson.body);
};
