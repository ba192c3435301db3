import { beforeAll, describe, expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { type RefusalType, refusalDefaults } from '../../../../infra/local/gateway/refusal.ts';
import type { GatewayResponse, RestApi } from '../../../../infra/local/template/rest-api.ts';
import { readLocalDeployment } from '../template/local-deployment.ts';
import {
  authKey,
  authorised,
  errorOf,
  failed,
  integrationOf,
  method,
  ok,
  result,
  shaped,
  startTestGateway,
} from './gateway-under-test.ts';

type Responses = Readonly<Record<string, GatewayResponse>> | RestApi['gatewayResponses'];
type Outcomes = { readonly authorise?: Invocation; readonly operation?: Invocation };

/** Sends a request through a gateway that has an authoriser, a function and these gateway responses. */
const refused = async (
  responses: Responses,
  { authorise = authorised(), operation = ok('') }: Outcomes,
  [line = '', ...headers]: readonly string[] = ['GET /a', 'AUTH-KEY: k'],
) => {
  await using gateway = await startTestGateway(
    [
      method('GET', '/a', integrationOf('operation'), { authoriser: authKey }),
      method('GET', '/planned', integrationOf('operation'), { authoriser: authKey, apiKeyRequired: true }),
    ],
    {
      functions: { authorise: () => authorise, operation: () => operation },
      api: {
        gatewayResponses: responses instanceof Map ? responses : new Map(Object.entries(responses)),
        methodThrottles:
          line === 'GET /a?throttled' ? new Map([['/*/*', { ratePerSecond: 0, burst: 0 }]]) : new Map(),
      },
    },
  );
  return await gateway.send(line, headers);
};

const timedOut = { kind: 'timed-out' } as const;
const throttled = { kind: 'throttled' } as const;
const key = 'AUTH-KEY: k';

/** Default status of each gateway response type, and a request that triggers it. */
const refusals: Readonly<Record<RefusalType, [number, Outcomes, string[]?]>> = {
  ACCESS_DENIED: [403, { authorise: authorised({}, 'Allow', []) }],
  AUTHORIZER_CONFIGURATION_ERROR: [500, { authorise: result(null) }],
  AUTHORIZER_FAILURE: [500, { authorise: throttled }],
  BAD_REQUEST_PARAMETERS: [400, {}, ['GET /a?x=%', key]],
  DEFAULT_5XX: [502, { operation: failed('the table of keys', 'Runtime.ExitError') }],
  INTEGRATION_FAILURE: [500, { operation: throttled }],
  INTEGRATION_TIMEOUT: [504, { operation: timedOut }],
  INVALID_API_KEY: [403, {}, ['GET /planned', key]],
  MISSING_AUTHENTICATION_TOKEN: [403, {}, ['GET /nowhere']],
  REQUEST_TOO_LARGE: [413, {}, ['GET /a', `Content-Length: ${11 * 1024 * 1024}`]],
  THROTTLED: [429, {}, ['GET /a?throttled', key]],
  UNAUTHORIZED: [401, {}, ['GET /a']],
};
const types = Object.keys(refusalDefaults) as RefusalType[];
const messages: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(types.map((type) => [type, refusalDefaults[type].message])),
  BAD_REQUEST_PARAMETERS: 'x: is not valid percent-encoded UTF-8',
};

describe('a gateway response', () => {
  it.each(types)("of type %s is API Gateway's default if the template does not define it", async (type) => {
    const [status, functions, request] = refusals[type];
    const response = await refused({}, functions, request);
    expect([response.statusCode, response.headers.get('content-type')]).toEqual([status, 'application/json']);
    expect(JSON.parse(response.body)).toEqual({ message: messages[type] });
  });

  it.each(types)('of type %s falls back to DEFAULT_4XX or DEFAULT_5XX (H12)', async (type) => {
    const [status, functions, request] = refusals[type];
    const responses = { DEFAULT_4XX: shaped('CLIENT'), DEFAULT_5XX: shaped('SERVER') };
    const response = await refused(responses, functions, request);
    expect(errorOf(response)).toBe(`${status} ${status < 500 ? 'CLIENT' : 'SERVER'}`);
  });

  it('prefers the status, headers and template of its own type', async () => {
    const responses = {
      UNAUTHORIZED: shaped('WHO', 430, { 'Retry-After': '1' }),
      DEFAULT_4XX: shaped('CLIENT'),
    };
    const response = await refused(responses, {}, ['GET /a']);
    expect(errorOf(response)).toBe('430 WHO');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(response.body).errors[0].id).toBe(response.headers.get('x-amzn-requestid'));
  });

  it('uses the status of DEFAULT_5XX if it is set', async () => {
    const responses = { DEFAULT_5XX: shaped('SERVER', 503) };
    expect((await refused(responses, { operation: timedOut })).statusCode).toBe(503);
    expect((await refused(responses, { operation: failed('x') })).statusCode).toBe(503);
  });

  it('replaces variables, or removes them if they are unknown, and keeps the content type', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const template =
      '$context.stage|$context.error.message|$context.error.messageString|$context.error.responseType|$context.nothing.here|$context';
    const response = await refused({ UNAUTHORIZED: { headers, template } }, {}, ['GET /a']);
    expect(response.body).toBe('local|Unauthorized|"Unauthorized"|UNAUTHORIZED||$context');
    expect(response.headers.get('content-type')).toBe('text/plain');
  });
});

describe('the deployed gateway responses', () => {
  let deployed: RestApi;
  beforeAll(async () => {
    deployed = (await readLocalDeployment()).restApi;
  });

  it.each(types)('A21 G09 G10 H12: are contract errors with a declared status for %s', async (type) => {
    const [status, functions, request] = refusals[type];
    const response = await refused(deployed.gatewayResponses, functions, request);
    const declared = status < 500 ? /^(400|401|403|404|417|429) [A-Z_]+$/ : /^500 INTERNAL_SERVER_ERROR$/;
    expect(errorOf(response)).toMatch(declared);
    expect(response.body).not.toMatch(/"message"|Internal server error|table/);
    expect(JSON.parse(response.body).errors[0].detail).toEqual(expect.any(String));
  });

  type Fault = [fault: string, line: string, headers: string[], detail: string];
  const undecodable = 'The query string is not valid percent-encoded UTF-8.';
  it.each<Fault>([
    ['an unknown method', 'FOO /a', [], 'Unknown HTTP method.'],
    ['a malformed request line', 'GET /a b', [], 'The request is not valid HTTP.'],
    [
      'an overlong URL',
      `GET /a?x=${'y'.repeat(17_000)}`,
      [key],
      'The URL is too long: the request line and the header values have 17,028 bytes, but the limit is 10,240.',
    ],
    [
      'an overlong header',
      'GET /a',
      [`AUTH-KEY: ${'k'.repeat(17_000)}`],
      'The headers are too long: the request line and the header values have 17,024 bytes, but the limit is 10,240.',
    ],
    ['a huge URL', `GET /a?x=${'y'.repeat(70_000)}`, [], 'The URL or a header is too long.'],
    ...['a=%', 'a=%zz', 'b=1&a=%c3%28&c=%', 'a=%ed%a0%80', '%61=%ff'].map(
      (query): Fault => [
        `the query ${query}`,
        `GET /a?${query}`,
        [key],
        'a: is not valid percent-encoded UTF-8',
      ],
    ),
    ...['%ff=1', '%', `${'x'.repeat(121)}=%zz`, '=%zz', 'a%0ab=%zz', '%E2%80%AEa=%ff', '<b>=%'].map(
      (query): Fault => [`the query ${query.slice(0, 9)}`, `GET /a?${query}`, [key], undecodable],
    ),
  ])('describe the problem with %s', async (_, line, headers, detail) => {
    const response = await refused(deployed.gatewayResponses, {}, [line, ...headers]);
    expect(errorOf(response)).toBe('400 CONSTRAINT_VIOLATION');
    expect(JSON.parse(response.body).errors[0].detail).toBe(detail);
  });

  it('H04: return 401 for a client without an API Gateway key', async () => {
    const response = await refused(deployed.gatewayResponses, {}, ['GET /planned', key]);
    expect(response.statusCode).toBe(401);
  });

  it('apply the deployed method throttle (H01)', () => {
    expect([...deployed.methodThrottles]).toEqual([['/*/*', { ratePerSecond: 5_000, burst: 2_500 }]]);
  });
});
