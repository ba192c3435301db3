import { describe, expect, it } from 'vitest';
import { eventFormats } from '../../../support/gateway/gateway-event-format.ts';
import {
  authKey,
  doubleFunctions,
  echo,
  integrationOf,
  method,
  restApi,
  result,
  startTestGateway,
} from './gateway-under-test.ts';
import { exchangeRaw, rawRequest } from './raw-http.ts';

const usageIdentifierKey = `standard-${'0'.repeat(64)}`;
const allowed = {
  principalId: 'Southern Shop',
  policyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
  context: { client: 'Southern Shop', keyId: 'abc', plan: 'standard' },
  usageIdentifierKey,
};

/** The events that one request makes, as the functions get them. */
const eventsOf = async (request: string | Buffer) => {
  const { host, calls } = doubleFunctions({ echo, authorise: () => result(allowed) });
  const guarded = { authoriser: authKey, apiKeyRequired: true };
  await using gateway = await startTestGateway({
    api: restApi(
      [
        method('GET', '/guarded', integrationOf('echo'), guarded),
        method('ANY', '/guarded/{code}/{sort}', integrationOf('echo'), guarded),
        method('ANY', '/open', integrationOf('echo')),
        method('ANY', '/{proxy+}', integrationOf('echo'), guarded),
        method('ANY', '/', integrationOf('echo'), guarded),
      ],
      { binaryMediaTypes: ['*/*'], usagePlans: [{ name: 'standard' }] },
    ),
    functions: host,
    planOf: () => 'standard',
  });
  expect((await exchangeRaw(gateway.url, request)).statusCode).toBe(200);
  const eventFor = (name: string) => calls.find(({ functionName }) => functionName === name)?.event;
  return { proxied: eventFor('echo'), authoriser: eventFor('authorise') };
};

const key = 'AUTH-KEY: k';
const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
const requests: readonly (readonly [string, string | Buffer])[] = [
  ['nothing but a path', rawRequest('GET /guarded', [key])],
  ['the root', rawRequest('GET /', [key])],
  ['an empty query', rawRequest('GET /guarded?', [key])],
  ['repeated query parameters', rawRequest('GET /guarded?a=1&a=2&b=&c', [key])],
  ['bracketed names', rawRequest('GET /guarded?attribute[x.y]=1&attribute%5Bz%5D=2', [key])],
  ['a parameter without a name', rawRequest('GET /guarded?=1', [key])],
  ['repeated headers', rawRequest('GET /guarded', [key, 'X-One: 1', 'x-one: 2', 'X-Empty:'])],
  [
    'no user agent, and a client that claims a trace',
    rawRequest('GET /guarded', [key, 'X-Amzn-Trace-Id: Root=1-a']),
  ],
  ['percent-encoded path parameters', rawRequest('GET /guarded/a%2Fb%20c/%C3%A9+', [key])],
  ['a path that no operation has', rawRequest('GET /some/where/else', [key])],
  [
    'a binary body',
    Buffer.concat([Buffer.from(rawRequest('POST /guarded/1/2', [key, 'Content-Length: 4'])), bytes]),
  ],
  [
    'a text body',
    rawRequest('POST /guarded/1/2', [key, 'Content-Type: application/json', 'Content-Length: 2'], '{}'),
  ],
  ['an empty body', rawRequest('POST /guarded/1/2', [key, 'Content-Length: 0'])],
];

describe('the events of this gateway have the documented members, each of its type, and no other', () => {
  it.each(requests)('of a guarded request with %s', async (_, request) => {
    const events = await eventsOf(request);
    expect(eventFormats.guarded.safeParse(events.proxied).error?.issues).toBeUndefined();
    expect(eventFormats.authoriser.safeParse(events.authoriser).error?.issues).toBeUndefined();
  });

  it.each(requests)('of an open request with %s', async (_, request) => {
    const { proxied, authoriser } = await eventsOf(
      Buffer.from(request.toString('latin1').replace(/ \/[^ ?]*/, ' /open'), 'latin1'),
    );
    expect(eventFormats.open.safeParse(proxied).error?.issues).toBeUndefined();
    expect(authoriser).toBeUndefined();
  });
});

describe('the members of an event agree', () => {
  it.each(requests)('of a request with %s', async (_, request) => {
    const { proxied, authoriser } = await eventsOf(request);
    for (const event of [eventFormats.guarded.parse(proxied), eventFormats.authoriser.parse(authoriser)]) {
      const lastOf = (multi: Readonly<Record<string, readonly string[] | undefined>> | null) =>
        multi && Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values?.at(-1)]));
      expect(event.headers).toEqual(lastOf(event.multiValueHeaders));
      expect(event.queryStringParameters).toEqual(lastOf(event.multiValueQueryStringParameters));
      const { requestContext, httpMethod, resource, path } = event;
      expect(requestContext).toMatchObject({ httpMethod, resourcePath: resource, path });
      expect(Date.parse(requestContext.requestTime?.replace(':', ' ') ?? '')).toBe(
        Math.floor(requestContext.requestTimeEpoch / 1000) * 1000,
      );
    }
  });

  it('the authoriser is asked about the method, and its answer reaches the function', async () => {
    const { proxied, authoriser } = await eventsOf(rawRequest('GET /guarded/a%2Fb/2?x=1', [key]));
    expect(eventFormats.authoriser.parse(authoriser).methodArn).toMatch(/\/local\/GET\/guarded\/a%2Fb\/2$/);
    const { requestContext, pathParameters } = eventFormats.guarded.parse(proxied);
    expect(requestContext.authorizer).toMatchObject({ ...allowed.context, principalId: allowed.principalId });
    expect(requestContext.identity).toHaveProperty('apiKey', usageIdentifierKey);
    expect(pathParameters).toEqual({ code: 'a%2Fb', sort: '2' });
  });

  it('a body is null where there is none, else base64 of its bytes', async () => {
    const bodyOf = async (request: string | Buffer) => {
      const { body, isBase64Encoded } = eventFormats.guarded.parse((await eventsOf(request)).proxied);
      return [body, isBase64Encoded];
    };
    const requestWith = (what: string) => requests.find(([name]) => name === what)?.[1] ?? '';
    expect(await bodyOf(requestWith('a binary body'))).toEqual([bytes.toString('base64'), true]);
    expect(await bodyOf(requestWith('a text body'))).toEqual(['e30=', true]);
    expect(await bodyOf(requestWith('an empty body'))).toEqual([null, false]);
    expect(await bodyOf(requestWith('nothing but a path'))).toEqual([null, false]);
  });
});

it('the formats find a member too many, one too few, and one of another type', async () => {
  const { proxied = {} } = await eventsOf(rawRequest('GET /guarded', [key]));
  const { stageVariables: _, ...without } = proxied;
  const wrong = [
    { ...proxied, version: '1.0' },
    without,
    { ...proxied, queryStringParameters: {}, multiValueQueryStringParameters: { a: [] } },
    { ...proxied, isBase64Encoded: 'false' },
  ];
  for (const event of wrong) expect(eventFormats.guarded.safeParse(event).success).toBe(false);
});
