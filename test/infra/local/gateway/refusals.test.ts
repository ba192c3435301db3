import { beforeAll, describe, expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { type RefusalType, refusalDefaults } from '../../../../infra/local/gateway/refusal.ts';
import type { GatewayResponse, RestApi } from '../../../../infra/local/template/rest-api.ts';
import { readLocalDeployment } from '../template/local-deployment.ts';
import {
  authKey,
  authorised,
  failed,
  integrationOf,
  method,
  ok,
  result,
  shaped,
  startTestGateway,
} from './gateway-under-test.ts';
import { errorCode } from './raw-http.ts';

type Responses = Readonly<Record<string, GatewayResponse>> | RestApi['gatewayResponses'];
type Outcomes = { readonly authorise?: Invocation; readonly answer?: Invocation };

/** Sends one request through a gateway with these responses, an authoriser and a function. */
const refused = async (
  responses: Responses,
  { authorise = authorised(), answer = ok('') }: Outcomes,
  [line = '', ...headers]: readonly string[] = ['GET /a', 'AUTH-KEY: k'],
) => {
  await using gateway = await startTestGateway(
    [
      method('GET', '/a', integrationOf('answer'), { authoriser: authKey }),
      method('GET', '/planned', integrationOf('answer'), { authoriser: authKey, apiKeyRequired: true }),
    ],
    {
      functions: { authorise: () => authorise, answer: () => answer },
      api: {
        gatewayResponses: responses instanceof Map ? responses : new Map(Object.entries(responses)),
        methodThrottle: line === 'GET /a?throttled' ? { ratePerSecond: 0, burst: 0 } : undefined,
      },
    },
  );
  return await gateway.ask(line, headers);
};

const timedOut = { kind: 'timed-out' } as const;
const throttled = { kind: 'throttled' } as const;
const key = 'AUTH-KEY: k';

/** A request that is refused with each type of gateway response, and the status that it has by itself. */
const refusals: Readonly<Record<RefusalType, [number, Outcomes, string[]?]>> = {
  ACCESS_DENIED: [403, { authorise: authorised({}, 'Allow', []) }],
  AUTHORIZER_CONFIGURATION_ERROR: [500, { authorise: result(null) }],
  AUTHORIZER_FAILURE: [500, { authorise: throttled }],
  BAD_REQUEST_PARAMETERS: [400, {}, ['GET /a?x=%', key]],
  DEFAULT_4XX: [417, {}, ['GET /a', 'Expect: 200-ok']],
  DEFAULT_5XX: [502, { answer: failed('x') }],
  INTEGRATION_FAILURE: [500, { answer: throttled }],
  INTEGRATION_TIMEOUT: [504, { answer: timedOut }],
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
  DEFAULT_4XX: 'The expectation cannot be met.',
};

describe('a refusal', () => {
  it.each(types)(
    'of the type %s is as API Gateway has it, where the template has no response',
    async (type) => {
      const [status, functions, request] = refusals[type];
      const answer = await refused({}, functions, request);
      expect([answer.statusCode, answer.headers.get('content-type')]).toEqual([status, 'application/json']);
      expect(JSON.parse(answer.body)).toEqual({ message: messages[type] });
    },
  );

  it.each(types)(
    'of the type %s takes DEFAULT_4XX or DEFAULT_5XX, and keeps its status (H12)',
    async (type) => {
      const [status, functions, request] = refusals[type];
      const answer = await refused(
        { DEFAULT_4XX: shaped('CLIENT'), DEFAULT_5XX: shaped('SERVER') },
        functions,
        request,
      );
      expect([answer.statusCode, errorCode(answer)]).toEqual([status, status < 500 ? 'CLIENT' : 'SERVER']);
    },
  );

  it('has the status, headers and template of its own response first', async () => {
    const responses = {
      UNAUTHORIZED: shaped('WHO', 430, { 'Retry-After': '1' }),
      DEFAULT_4XX: shaped('CLIENT'),
    };
    const answer = await refused(responses, {}, ['GET /a']);
    expect([answer.statusCode, errorCode(answer)]).toEqual([430, 'WHO']);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(answer.body).errors[0].id).toBe(answer.headers.get('x-amzn-requestid'));
  });

  it('takes a status of DEFAULT_5XX for its own', async () => {
    const responses = { DEFAULT_5XX: shaped('SERVER', 503) };
    expect((await refused(responses, { answer: timedOut })).statusCode).toBe(503);
    expect((await refused(responses, { answer: failed('x') })).statusCode).toBe(503);
  });

  it('fills in variables, unknown ones with nothing, and keeps a content type', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const template =
      '$context.stage|$context.error.message|$context.error.messageString|$context.error.responseType|$context.nothing.here|$context';
    const answer = await refused({ UNAUTHORIZED: { headers, template } }, {}, ['GET /a']);
    expect(answer.body).toBe('local|Unauthorized|"Unauthorized"|UNAUTHORIZED||$context');
    expect(answer.headers.get('content-type')).toBe('text/plain');
  });
});

describe('what clients are told by the responses that are deployed', () => {
  let deployed: RestApi;
  beforeAll(async () => {
    deployed = (await readLocalDeployment()).restApi;
  });

  it.each(types)(
    'H12: %s has our shape, a status that is declared, and may be read by browsers',
    async (type) => {
      const [, functions, request] = refusals[type];
      const answer = await refused(deployed.gatewayResponses, functions, request);
      expect([400, 401, 403, 404, 417, 429, 500]).toContain(answer.statusCode);
      expect(errorCode(answer)).toMatch(/^[A-Z_]+$/);
      expect(JSON.parse(answer.body).errors[0].detail).toEqual(expect.any(String));
    },
  );

  it.each<[string, Outcomes]>([
    ['a function is throttled', { answer: throttled }],
    ['a function fails', { answer: failed('the table of keys', 'Runtime.ExitError') }],
    ['a function takes too long', { answer: timedOut }],
    ['a function returns a malformed result', { answer: result({ body: 1 }) }],
    ['the authoriser is throttled', { authorise: throttled }],
    ['the authoriser throws', { authorise: failed('the table of keys') }],
    ['the authoriser returns nothing', { authorise: result(null) }],
  ])('A21 G09 G10: 500 in shape, which every service declares, if %s', async (_, functions) => {
    const answer = await refused(deployed.gatewayResponses, functions);
    expect([answer.statusCode, errorCode(answer)]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
    expect(answer.body).not.toMatch(/"message"|Internal server error|table/);
  });

  type Fault = [fault: string, line: string, headers: string[], detail: string];
  const undecodable = 'The query string is not valid percent-encoded UTF-8.';
  it.each<Fault>([
    ['an unknown method', 'FOO /a', [], 'Unknown HTTP method.'],
    ['a line that is no HTTP', 'GET /a b', [], 'The request is not valid HTTP.'],
    [
      'a URL that is too long',
      `GET /a?x=${'y'.repeat(17_000)}`,
      [key],
      'The URL is too long: the request line and the header values have 17,028 bytes, the limit is 10,240.',
    ],
    [
      'a header that is too long',
      'GET /a',
      [`AUTH-KEY: ${'k'.repeat(17_000)}`],
      'The headers are too long: the request line and the header values have 17,024 bytes, the limit is 10,240.',
    ],
    ['a URL beyond any bound', `GET /a?x=${'y'.repeat(70_000)}`, [], 'The URL or a header is too long.'],
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
  ])('names the fault of %s', async (_, line, headers, detail) => {
    const answer = await refused(deployed.gatewayResponses, {}, [line, ...headers]);
    expect([answer.statusCode, errorCode(answer)]).toEqual([400, 'CONSTRAINT_VIOLATION']);
    expect(JSON.parse(answer.body).errors[0].detail).toBe(detail);
  });

  it('H04: a client without a key of API Gateway is told that its key is not valid', async () => {
    const answer = await refused(deployed.gatewayResponses, {}, ['GET /planned', key]);
    expect(answer.statusCode).toBe(401);
  });

  it('the throttle of every method is the one that is deployed (H01)', () => {
    expect(deployed.methodThrottle).toEqual({ ratePerSecond: 5_000, burst: 2_500 });
  });
});
