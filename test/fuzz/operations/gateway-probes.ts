import * as fc from 'fast-check';
import { allowedMethods, routes, routesByPath } from '../../../infra/routes/routes.ts';
import type { TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';
import { requestablePath } from '../../support/targets/operation-paths.ts';
import { checkCommon, mark, mustEqual, mustHaveStatus, readErrors } from '../checks.ts';
import { documented } from '../documented.ts';
import type { FuzzedOperation, Probe } from '../operation.ts';
import { headerNoise } from '../requests/noise.ts';

/** Requests that the gateway rejects without invoking a function, because of their method, path, key or query string. */
type Trick = (operation: FuzzedOperation) => fc.Arbitrary<Probe>;

const refused =
  ({ errors }: FuzzedOperation, status: number) =>
  (response: TargetResponse): void => {
    checkCommon(response);
    readErrors(errors, status, response);
  };

const allowedAt = (path: string): readonly string[] =>
  allowedMethods(
    [...routesByPath(routes)].find(([template]) => requestablePath(template) === path)?.[1] ?? [],
  );

const otherMethod: Trick = (asked) => {
  const allowed = allowedAt(asked.path);
  return fc
    .constantFrom('PUT', 'DELETE', 'PATCH', 'POST', 'GET')
    .filter((method) => !allowed.includes(method))
    .map((method) => ({
      request: { method, path: asked.path, ...(method === 'POST' && { body: '{}' }) },
      verify: (response) => {
        mustEqual('header allow', allowed.join(', '), response.headers.allow);
        refused(asked, 405)(response);
      },
    }));
};

/** Checks the 405 response to HEAD, which has no body. */
const head: Trick = ({ path }) =>
  fc.constant({
    request: { method: 'HEAD', path },
    verify: ({ status, headers, body }) =>
      mustEqual('answer to HEAD', [405, '', allowedAt(path).join(', ')], [status, body, headers.allow]),
  });

const preflight: Trick = ({ path }) =>
  fc.constantFrom('null', `https://${mark}.test`).map((origin) => ({
    request: { method: 'OPTIONS', path, headers: { origin, 'access-control-request-method': 'GET' } },
    verify: ({ status, headers, body }) => {
      const { 'access-control-allow-origin': allowed, 'access-control-allow-methods': methods } = headers;
      const expected = [204, '', '*', allowedAt(path).join(', ')];
      mustEqual('preflight', expected, [status, body, allowed, methods]);
    },
  }));

const badKeys = fc.constantFrom(
  ...['', ' ', '__proto__', '\u00e9', 'x'.repeat(5_000)],
  ...[mark, `${mark}, ${mark}`, `wp-test-${'0'.repeat(72)}`],
);

/** Sends invalid keys, which must be rejected. Open operations ignore keys, so they respond normally. */
const otherKey: Trick = (asked) =>
  badKeys.map((key) => ({
    request: { path: asked.path, headers: { 'AUTH-KEY': key } },
    verify: asked.open ? (response) => mustHaveStatus(response, 200) : refused(asked, 401),
  }));

const detours: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => `${path};a=b/x/y`,
  (path) => `${path}%2Fx/y/z`,
  (path) => path.replace(/^\/[^/]+\/v\d/, ''),
  (path) => path.replace(/\/v\d/, (version) => version.toUpperCase()),
  ...['$&/', '/.$&', '/x/..$&', '/%2e%2e$&', '/v9'].map(
    (version) => (path: string) => path.replace(/\/v\d/, version),
  ),
];

const otherPath: Trick = (asked) =>
  fc.constantFrom(...detours).map((detour) => ({
    request: { path: detour(asked.path) },
    // For paths outside the services, the error body is the one that all three share.
    verify: refused(asked, 404),
  }));

const tooLong = [10_300, 14_000].map((length) => `x=${'x'.repeat(length)}`);
const brokenQueries = fc.constantFrom('%zz', 'a=%', 'a=%ff', 'a=%c0%80', '%=1', 'a=1&%e2%82=1', ...tooLong);
const brokenQuery: Trick = (asked) =>
  brokenQueries.map((query) => ({
    request: { path: `${asked.path}?${query}` },
    verify: refused(asked, 400),
  }));

const withNoise = (probes: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> =>
  fc.tuple(probes, headerNoise).map(([{ request, verify }, noise]) => ({
    request: { ...request, headers: { ...noise, ...request.headers } } satisfies TargetRequest,
    verify,
  }));

/** Generates requests to which the gateway responds without invoking a function. */
export const gatewayProbes = (operation: FuzzedOperation): fc.Arbitrary<Probe> => {
  const at = { ...operation, path: requestablePath(operation.path) };
  const beside = [preflight, head, otherPath].map((trick) => trick(at));
  // These requests match the operation or its path, so the operation's document describes the response.
  const ofOperation = allowedAt(at.path).includes('GET')
    ? [otherMethod, otherKey, brokenQuery]
    : [otherMethod, otherKey];
  const tricks = ofOperation.map((trick) => documented(at.operationId, trick(at)));
  return withNoise(fc.oneof(...beside, ...tricks));
};
