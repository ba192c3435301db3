import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  apiHandlerOf,
  type ServiceContract,
  streamingApiHandlerOf,
} from '../../../shared/http/api-handler.ts';
import { clientHeaders } from '../../../shared/http/client-headers.ts';
import { notFound, rejectRequest } from '../../../shared/http/errors.ts';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { catalogueVersionHeader, commonHeaders } from '../../../shared/http/headers.ts';
import { parseKeyDescription } from '../../../shared/http/key-description.ts';
import { integerParam, integerText, textParam } from '../../../shared/http/query-params.ts';
import { ApiResponse, type ProxyResult } from '../../../shared/http/response.ts';
import { captureLog } from '../../support/captured-log.ts';
import { gatewayEventOf, keyEvent } from '../../support/gateway/gateway-event-of.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

beforeEach(() => void vi.stubEnv('RATE_OF_PLAN', '{"standard":100}'));
afterEach(() => void vi.unstubAllEnvs());

const context: never = {} as never;
const service: ServiceContract = {
  allows: () => true,
  outage: 'SERVICE_UNAVAILABLE',
  failures: [],
  namesSource: true,
};
const handle = apiHandlerOf(service);

const request = {
  path: { number: integerText(0, 9), name: z.string() },
  query: z.object({ size: integerParam(0, 9) }),
};
const echo = handle(request, async ({ path, query, client }) => ({ path, query, client }));

const failing = (error: Error) => handle({}, () => Promise.reject(error));

const eventOf = (number: string, name: string, query = '') =>
  gatewayEventOf({ path: `/${number}/${name}${query}` }, '/{number}/{name}', { number, name });

const errorList = z.object({ errors: z.array(z.object({ id: z.uuid() })).check(z.minLength(1)) });
const idsOf = ({ body }: ProxyResult) => errorList.parse(JSON.parse(body)).errors.map(({ id }) => id);
const loggedFailure = z.object({
  message: z.enum(['request rejected', 'request failed']),
  requestId: z.string(),
  status: z.int(),
  code: z.string(),
  errorIds: z.array(z.string()),
});
/** Parses the log lines about failures, which are all lines except metrics. */
const failuresIn = (log: string) =>
  log
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{"_aws":'))
    .map((line) => loggedFailure.parse(JSON.parse(line)));

const errorsOf = ({ body }: ProxyResult) => JSON.parse(body).errors;

describe('apiHandler', () => {
  it('logs the ids of all errors in the response', async () => {
    const log = captureLog();
    const event = eventOf('x', '%zz', '?size=1&size=2');
    const result = await echo(event, context);
    const errorIds = idsOf(result);
    expect(new Set(errorIds).size).toBe(3);
    const { requestId } = event.requestContext;
    const failed = await failing(new TypeError('a fault'))(event, context);
    expect(failuresIn(log())).toEqual([
      { message: 'request rejected', requestId, status: 400, code: 'CONSTRAINT_VIOLATION', errorIds },
      {
        message: 'request failed',
        requestId,
        status: 500,
        code: 'INTERNAL_SERVER_ERROR',
        errorIds: idsOf(failed),
      },
    ]);
  });

  it('returns 404 for a path that ends with a slash, which API Gateway routes to the operation (E08)', async () => {
    const event = eventOf('1', 'a');
    const result = await echo({ ...event, path: `${event.path}/` }, context);
    expect(result.statusCode).toBe(404);
    expect(errorsOf(result)).toMatchObject([{ code: 'METHOD_NOT_FOUND' }]);
  });

  it('returns 401 for several keys, of which the authoriser may have checked only one (A07)', async () => {
    for (const keys of [{ 'AUTH-KEY': ['one', 'two'] }, { 'AUTH-KEY': ['one'], 'auth-key': ['one'] }]) {
      const result = await echo({ ...eventOf('1', 'a'), multiValueHeaders: keys }, context);
      expect(result.statusCode).toBe(401);
      expect(errorsOf(result)).toMatchObject([{ code: 'UNAUTHORIZED' }]);
    }
  });

  it('returns 500 without details for any other error or an invalid event', async () => {
    const handler = failing(new TypeError('secrets is undefined'));
    for (const event of [eventOf('1', 'a'), {}, null, 'x']) {
      const result = await handler(event, context);
      expect(result.statusCode).toBe(500);
      expect(result.body).not.toMatch(/secrets|undefined|Invalid/);
    }
  });
});

let version: string | undefined;
const contract: ServiceContract = {
  ...service,
  openPaths: ['/open'],
  headers: () => catalogueVersionHeader(version),
};

const eventWith = (limits: Readonly<Record<string, string>>) => keyEvent({ path: '/points' }, limits);
const event = eventWith({ plan: 'standard' });
const streamedPrelude = z.object({ headers: z.looseObject({}) });

const headersOf = async (respond: () => Promise<object>, given: object = event) =>
  (await apiHandlerOf(contract)({}, respond)(given, context)).headers;
const streamedHeadersOf = async (respond: () => Promise<object>) =>
  streamedPrelude.parse((await runStreaming(streamingApiHandlerOf(contract)({}, respond), event)).prelude)
    .headers;

const rate = { 'x-ratelimit-limit-second': '100' };

describe('the headers of a response', () => {
  it("include the service's headers, read after the response is created, and the key's rate limit", async () => {
    version = undefined;
    const respond = async () => {
      version = 'v1';
      return {};
    };
    const vary = 'accept-encoding';
    const expected = { ...commonHeaders, vary, ...rate, 'waypost-catalogue-version': 'v1' };
    expect(await headersOf(respond)).toEqual(expected);
    expect(await streamedHeadersOf(respond)).toEqual(expected);
  });

  it('are the same on redirects, rejections and failures', async () => {
    version = 'v1';
    const expected = { ...commonHeaders, ...rate, 'waypost-catalogue-version': 'v1' };
    const redirection = async () => new ApiResponse(302, { location: 'https://files' });
    expect(await headersOf(redirection)).toEqual({ ...expected, location: 'https://files' });
    for (const error of [notFound('no'), new Error('broken')]) {
      expect(await headersOf(() => Promise.reject(error))).toEqual(expected);
      expect(await streamedHeadersOf(() => Promise.reject(error))).toMatchObject(expected);
    }
  });

  it('include the rate limit for unknown paths and methods', () => {
    expect(rejectRequest(gatewayEvent.parse(event), notFound('no')).headers).toMatchObject(rate);
  });

  it('describe the key if the request asks for it, including when the method or path is unknown', async () => {
    const key = { client: 'Müller & Söhne, 100 %', plan: 'standard', scopes: 'locations-v3,bill-management' };
    const described = async (headers: Record<string, string>, further: Record<string, string> = {}) => {
      const asking = keyEvent({ path: '/points', headers }, { ...key, ...further });
      const served = (await headersOf(async () => ({}), asking))['waypost-key'];
      expect(rejectRequest(gatewayEvent.parse(asking), notFound('no')).headers['waypost-key']).toBe(served);
      return served;
    };
    const asks = { 'Waypost-Describe-Key': 'true' };
    const text = (await described(asks, { sandbox: 'true' })) ?? '';
    expect(text).toMatch(/^[!-~]+$/);
    const scopes = ['locations-v3', 'bill-management'];
    expect(parseKeyDescription(text)).toEqual({ ...key, scopes, sandbox: true });
    const ofBrowserKey = await described(asks, { plan: 'browser', origins: 'https://www.example.com' });
    expect(parseKeyDescription(ofBrowserKey ?? '')).toEqual({ plan: 'browser', scopes, sandbox: false });
    expect(await described({})).toBeUndefined();
    expect(await described({ 'Waypost-Describe-Key': 'false' })).toBeUndefined();
    expect(parseKeyDescription('nonsense')).toBeUndefined();
  });

  it('are only the common headers if there is no catalogue, plan or key', async () => {
    version = undefined;
    const expected = { ...commonHeaders, vary: 'accept-encoding' };
    for (const given of [eventWith({}), eventWith({ plan: 'unlimited' })])
      expect(await headersOf(async () => ({}), given)).toEqual(expected);
    const { requestContext, ...rest } = event;
    const open = { ...rest, resource: '/open', requestContext: { requestId: requestContext.requestId } };
    expect(await headersOf(async () => ({}), open)).toEqual(expected);
  });

  const rateWith = (rateOfPlan: string | undefined) => {
    vi.stubEnv('RATE_OF_PLAN', rateOfPlan);
    return clientHeaders(gatewayEvent.parse(event));
  };

  it("include the plan's rate from RATE_OF_PLAN, which must be valid", () => {
    expect(rateWith('{"standard":1,"partner":2}')).toEqual({ 'x-ratelimit-limit-second': '1' });
    expect(rateWith('{"partner":2}')).toEqual({});
    expect(rateWith(undefined)).toEqual({});
    for (const text of ['{"partner":0}', '{"partner":0.5}', '{"partner":"500"}', '[]', 'x'])
      expect(() => rateWith(text), text).toThrow();
  });
});

const schema = { query: z.object({ size: integerParam(0, 9) }) };

interface SandboxRequest {
  readonly simulate?: string | readonly string[];
  readonly sandbox?: boolean;
  readonly query?: string;
}

const sandboxEventOf = ({ simulate, sandbox = true, query = '' }: SandboxRequest) =>
  keyEvent(
    { path: `/points${query}`, ...(simulate !== undefined && { headers: { 'Waypost-Simulate': simulate } }) },
    { plan: 'standard', ...(sandbox && { sandbox: 'true' }) },
  );

const setUp = (outage: ServiceContract['outage'] = 'SERVICE_UNAVAILABLE') => {
  const contract = { ...service, allows: (scopes: string) => scopes !== 'none', outage, onSuccess: vi.fn() };
  const respond = vi.fn(async ({ sandbox }: { sandbox: boolean }) => ({ sandbox }));
  const send = async (request: SandboxRequest) => {
    const { statusCode, headers, body } = await apiHandlerOf(contract)(schema, respond)(
      sandboxEventOf(request),
      context,
    );
    return { status: statusCode, headers, body: JSON.parse(body) };
  };
  return { contract, respond, send };
};

describe('a sandbox key', () => {
  it('gets the requested error if its header is repeated with the same value, and 400 if the values differ', async () => {
    const { send } = setUp();
    expect((await send({ simulate: ['429', '429'] })).status).toBe(429);
    const response = await send({ simulate: ['429', '503'] });
    expect(response.status).toBe(400);
    expect(response.body.errors).toMatchObject([{ source: { parameter: 'waypost-simulate' } }]);
  });

  it("gets the gateway's 429 response", async () => {
    const { send } = setUp();
    const response = await send({ simulate: '429' });
    expect(response).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'x-ratelimit-limit-second': '100', 'access-control-allow-origin': '*' },
      body: {
        errors: [
          {
            code: 'TOO_MANY_REQUESTS',
            detail: 'Rate limit exceeded. Retry after the number of seconds in Retry-After.',
          },
        ],
      },
    });
    expect(z.uuid().safeParse(response.body.errors[0].id).success).toBe(true);
  });

  it("gets the service's outage response for 503", async () => {
    expect(await setUp().send({ simulate: '503' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { errors: [{ code: 'SERVICE_UNAVAILABLE' }] },
    });
    const undeclared = await setUp('INTERNAL_SERVER_ERROR').send({ simulate: '503' });
    expect(undeclared).toMatchObject({ status: 500, body: { errors: [{ code: 'INTERNAL_SERVER_ERROR' }] } });
    expect(undeclared.headers).not.toHaveProperty('retry-after');
  });

  it('gets the error regardless of the rest of the request, without calling the operation', async () => {
    const { contract, respond, send } = setUp();
    expect((await send({ simulate: '429', query: '?size=wrong' })).status).toBe(429);
    expect((await send({ simulate: '503' })).status).toBe(503);
    expect(respond).not.toHaveBeenCalled();
    expect(contract.onSuccess).not.toHaveBeenCalled();
  });

  it.each(['500', '429, 503', ' ', 'yes'])(
    'gets 400 if it requests %j, with all other violations',
    async (simulate) => {
      const { status, body } = await setUp().send({ simulate, query: '?size=wrong' });
      expect(status).toBe(400);
      const parameters = body.errors.map(({ source }: { source: { parameter: string } }) => source.parameter);
      expect(parameters.toSorted()).toEqual(['size', 'waypost-simulate']);
    },
  );

  it('gets 403 without a scope for the operation, even if it requests an error', async () => {
    const { contract, respond } = setUp();
    const event = keyEvent(
      { path: '/points', headers: { 'Waypost-Simulate': '503' } },
      { sandbox: 'true', scopes: 'none' },
    );
    expect((await apiHandlerOf(contract)(schema, respond)(event, context)).statusCode).toBe(403);
    const streaming = streamingApiHandlerOf(contract)(schema, async () => ({}));
    expect((await runStreaming(streaming, event)).prelude).toMatchObject({ statusCode: 403 });
    expect(respond).not.toHaveBeenCalled();
  });
});

it('a live key is passed to the operation whatever it simulates, and a sandbox key if it requests no error', async () => {
  const ok = (sandbox: boolean) => ({ status: 200, body: { sandbox } });
  for (const simulate of ['429', '503', 'yes'])
    expect(await setUp().send({ simulate, sandbox: false })).toMatchObject(ok(false));
  expect(await setUp().send({})).toMatchObject(ok(true));
});

describe('the header with ignored parameters', () => {
  const known = { query: z.object({ size: integerParam(0, 9), 'location[addresses.type]': textParam() }) };
  const ignoredBy = async (query: string, key: Readonly<Record<string, string>> = { sandbox: 'true' }) => {
    const handler = apiHandlerOf(setUp().contract)(known, async () => ({}));
    return (await handler(keyEvent({ path: `/points${query}` }, key), context)).headers['waypost-ignored'];
  };

  it('lists the names that the operation does not support, each once and in the order in which they were sent', async () => {
    expect(await ignoredBy('?zeta=1&size=1&alpha=2&zeta=3&location[addresses.type]=x')).toBe('zeta, alpha');
    expect(await ignoredBy('?size=1')).toBeUndefined();
    expect(await ignoredBy('')).toBeUndefined();
    expect(await ignoredBy('?=1')).toBeUndefined();
  });

  it('percent-encodes names, so that they cannot add a header', async () => {
    expect(await ignoredBy('?a%0D%0Aset-cookie:%20x=1')).toBe('a%0D%0Aset-cookie:%20x');
    expect(await ignoredBy('?%C3%A9%F0%9F%93%AE=1')).toBe('%C3%A9%F0%9F%93%AE');
    expect(await ignoredBy("?a-Z9._~[]:!'()*,;%25=1")).toBe('a-Z9._~[]:%21%27%28%29%2A%2C%3B%25');
  });

  it('has at most 10 names of at most 64 characters', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `name${index}`);
    expect(await ignoredBy(`?${names.map((name) => `${name}=1`).join('&')}`)).toBe(
      names.slice(0, 10).join(', '),
    );
    expect(await ignoredBy(`?${'x'.repeat(65)}=1&${'x'.repeat(66)}=1`)).toBe('x'.repeat(64));
    expect(await ignoredBy(`?${'%C3%A9'.repeat(100)}=1`)).toBe('%C3%A9'.repeat(64));
  });
});
