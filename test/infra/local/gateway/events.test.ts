import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  authKey,
  authorised,
  echo,
  integrationOf,
  method,
  planOf,
  startTestGateway,
} from './gateway-under-test.ts';
import { exchangeRaw, rawRequest } from './raw-http.ts';

/**
 * Schemas of the events of an API Gateway REST API, member by member, as its developer guide documents them ("Input
 * format of a Lambda function for proxy integration", "Input to an API Gateway Lambda authorizer", the reference of
 * `$context`) and as functions on AWS have logged them. No example in the guide has `deploymentId`, and `identity`
 * has `apiKey` and `apiKeyId` only if the method requires a key. Every object is strict: unknown members and missing
 * members are errors. Members of features that Waypost does not use (mutual TLS, private endpoints, Cognito, operation
 * names) are omitted.
 */

const text = z.string().min(1);
const headers = z.record(text, z.string());
const multiValues = z.record(z.string(), z.array(z.string()).min(1));
const path = z.string().startsWith('/');

const ofIamOrCognito = [
  ...['accessKey', 'accountId', 'caller', 'principalOrgId', 'user', 'userArn'],
  ...['AuthenticationProvider', 'AuthenticationType', 'IdentityId', 'IdentityPoolId'].map(
    (of) => `cognito${of}`,
  ),
];

const identity = z.strictObject({
  ...Object.fromEntries(ofIamOrCognito.map((name) => [name, z.null()])),
  sourceIp: z.union([z.ipv4(), z.ipv6()]),
  userAgent: z.string().nullable(),
});

/** Identity in events of methods that require a key, with the usage identifier and the id of the API Gateway key. */
const keyedIdentity = identity.extend({
  apiKey: z.string().min(20).max(128),
  apiKeyId: z.string().regex(/^[0-9a-z]{10}$/),
});

const requestContext = z.strictObject({
  accountId: z.string().regex(/^\d{12}$/),
  apiId: text,
  deploymentId: z.string().regex(/^[0-9a-z]{6}$/),
  domainName: text,
  domainPrefix: text,
  extendedRequestId: z.string().regex(/^[\w+/-]{15}=$/),
  httpMethod: text,
  identity,
  /** Path that starts with the stage's name at API Gateway's default address, and equals `path` at a custom domain. */
  path,
  protocol: z.literal('HTTP/1.1'),
  requestId: z.uuid(),
  /** Time in the format `09/Apr/2015:12:34:56 +0000`. */
  requestTime: z.string().regex(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
  requestTimeEpoch: z.int(),
  resourceId: z.string().regex(/^[0-9a-z]{6,10}$/),
  resourcePath: path,
  stage: text,
});

/** Authoriser context, in which all values are strings, with two members that API Gateway adds. */
const authorizer = z.object({ principalId: text, integrationLatency: z.int().min(0) }).catchall(z.string());

const request = {
  resource: path,
  path,
  httpMethod: text,
  headers,
  multiValueHeaders: multiValues,
};

const proxied = {
  ...request,
  // Null if the request has no query, never an empty object.
  queryStringParameters: z.record(z.string(), z.string()).nullable(),
  multiValueQueryStringParameters: multiValues.nullable(),
  pathParameters: z.record(text, text).nullable(),
  stageVariables: z.null(),
  body: text.nullable(),
  isBase64Encoded: z.boolean(),
};

const eventFormats = {
  /** Proxy integration event of a method that needs no key. */
  open: z.strictObject({ ...proxied, requestContext }),

  /** Proxy integration event of a method with an authoriser and a required key. */
  guarded: z.strictObject({
    ...proxied,
    requestContext: requestContext.extend({ authorizer, identity: keyedIdentity }),
  }),

  /** Event of a REQUEST authoriser. It has no body, and empty objects instead of null. */
  authoriser: z.strictObject({
    type: z.literal('REQUEST'),
    methodArn: z.string().regex(/^arn:aws:execute-api:[a-z0-9-]+:\d{12}:\w+\/\w+\/[A-Z]+\/.*$/),
    ...request,
    queryStringParameters: z.record(z.string(), z.string()),
    multiValueQueryStringParameters: multiValues,
    pathParameters: z.record(text, text),
    stageVariables: z.strictObject({}),
    requestContext,
  }),
};

const usageIdentifierKey = `standard-${'0'.repeat(64)}`;
const allowed = authorised({
  context: { client: 'Southern Shop', keyId: 'abc', level: 3, trial: false },
  usageIdentifierKey,
});
const now = () => Date.UTC(2026, 10, 4, 9, 5, 7);

/** Sends a request. Returns the events that the functions receive, and the response's request ID. */
const eventsOf = async (request: string | Buffer) => {
  const guarded = { authoriser: authKey, apiKeyRequired: true };
  await using gateway = await startTestGateway(
    [
      method('GET', '/guarded', integrationOf('echo'), guarded),
      method('ANY', '/guarded/{code}/{sort}', integrationOf('echo'), guarded),
      method('ANY', '/open'),
      method('ANY', '/open/{code}'),
      method('ANY', '/{proxy+}', integrationOf('echo'), guarded),
      method('ANY', '/', integrationOf('echo'), guarded),
    ],
    {
      functions: { echo, authorise: () => allowed },
      api: { usagePlans: [planOf('standard')] },
      now,
    },
  );
  const { statusCode, headers } = await exchangeRaw(gateway.url, request);
  expect(statusCode).toBe(200);
  return {
    proxied: gateway.callsOf('echo')[0]?.event,
    authoriser: gateway.callsOf('authorise')[0]?.event,
    id: headers.get('x-amzn-requestid'),
  };
};

const openEventOf = async (request: string | Buffer) =>
  eventFormats.open.parse((await eventsOf(request)).proxied);

const key = 'AUTH-KEY: k';
const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
const requests: readonly (readonly [string, string])[] = [
  ['only a path', rawRequest('GET /guarded', [key])],
  ['the root', rawRequest('GET /', [key])],
  [
    'repeated query parameters and headers',
    rawRequest('GET /guarded?a=1&a=2&b=&c&=1', [key, 'X-One: 1', 'x-one: 2', 'X-Empty:']),
  ],
  ['a trace ID and no user agent', rawRequest('GET /guarded', [key, 'X-Amzn-Trace-Id: Root=1-a'])],
  ['an unknown path', rawRequest('GET /some/where/else', [key])],
  [
    'path parameters and a body',
    rawRequest('POST /guarded/a%2Fb%20c/%C3%A9+', [key, 'Content-Length: 2'], '{}'),
  ],
];

describe('events have exactly the documented members and types', () => {
  it.each(requests)('for a guarded request with %s, with consistent values', async (_, request) => {
    const events = await eventsOf(request);
    const proxied = eventFormats.guarded.parse(events.proxied);
    const authoriser = eventFormats.authoriser.parse(events.authoriser);
    for (const event of [proxied, authoriser]) {
      const lastOf = (multi: Readonly<Record<string, readonly string[] | undefined>> | null) =>
        multi && Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values?.at(-1)]));
      expect(event.headers).toEqual(lastOf(event.multiValueHeaders));
      expect(event.queryStringParameters).toEqual(lastOf(event.multiValueQueryStringParameters));
      const { httpMethod, resource, path } = event;
      expect(event.requestContext).toMatchObject({ httpMethod, resourcePath: resource, path });
      expect(event.requestContext).toMatchObject({
        requestId: events.id,
        requestTime: '04/Nov/2026:09:05:07 +0000',
        requestTimeEpoch: now(),
        stage: 'local',
        apiId: 'waypostapi',
      });
    }
  });

  it('for an open request, for which the authoriser is not called', async () => {
    const { proxied, authoriser } = await eventsOf(rawRequest('GET /open?a=1&a=2'));
    expect(eventFormats.open.safeParse(proxied).error?.issues).toBeUndefined();
    expect(authoriser).toBeUndefined();
  });
});

describe('an event', () => {
  it("has the authoriser's context as strings, with the principal", async () => {
    const { proxied, authoriser } = await eventsOf(rawRequest('GET /guarded/a%2Fb/2?x=1', [key]));
    expect(eventFormats.authoriser.parse(authoriser).methodArn).toMatch(/\/local\/GET\/guarded\/a%2Fb\/2$/);
    const { requestContext } = eventFormats.guarded.parse(proxied);
    expect(requestContext.authorizer).toEqual({
      principalId: 'client',
      client: 'Southern Shop',
      keyId: 'abc',
      level: '3',
      trial: 'false',
      integrationLatency: 0,
    });
    expect(requestContext.identity).toHaveProperty('apiKey', usageIdentifierKey);
  });

  it('has the raw path, and decoded query parameters', async () => {
    const query = 'attribute%5Bname%5D=a+b&size=5&size=%36&empty=&bare&plus=%2B&question=b?c';
    const event = await openEventOf(rawRequest(`GET /open/a%2Fb%20c%zz+?${query}`));
    expect(event.path).toBe('/open/a%2Fb%20c%zz+');
    expect(event.pathParameters).toEqual({ code: 'a%2Fb%20c%zz+' });
    const single = { 'attribute[name]': 'a b', size: '6', empty: '', bare: '', plus: '+', question: 'b?c' };
    expect(event.queryStringParameters).toEqual(single);
    expect(event.multiValueQueryStringParameters).toMatchObject({
      'attribute[name]': ['a b'],
      size: ['5', '6'],
    });
  });

  it.each(['', '?', '?&', '?&&&'])('has null parameters for the query "%s"', async (query) => {
    const event = await openEventOf(rawRequest(`GET /open${query}`));
    expect([event.queryStringParameters, event.multiValueQueryStringParameters]).toEqual([null, null]);
  });

  it('treats names from the object prototype like any others (B21)', async () => {
    const query = '__proto__=1&constructor[prototype][x]=1&toString=2';
    const { proxied = {} } = await eventsOf(
      rawRequest(`GET /open?${query}`, ['__proto__: x', '__proto__: y']),
    );
    const names = ['__proto__', 'constructor[prototype][x]', 'toString'];
    expect(Object.keys(Object(proxied.multiValueQueryStringParameters))).toEqual(names);
    expect(JSON.stringify(proxied)).toContain('"__proto__":["1"]');
    expect(JSON.stringify(proxied)).toContain('"__proto__":["x","y"]');
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  it('keeps the case of header names, and merges different spellings of a name (A05, A07)', async () => {
    const sent = ['AUTH-key: bad', 'auth-KEY: good', 'X-One:  a b  '];
    const { headers, multiValueHeaders } = await openEventOf(rawRequest('GET /open', sent));
    expect(multiValueHeaders['AUTH-key']).toEqual(['bad', 'good']);
    expect(headers).toMatchObject({ 'AUTH-key': 'good', 'X-One': 'a b' });
    expect(Object.keys(headers).filter((name) => name.toLowerCase() === 'auth-key')).toHaveLength(1);
  });

  it('replaces or extends forwarding headers and removes connection headers', async () => {
    const forwarding = ['X-Forwarded-Proto: https', 'X-Forwarded-For: 10.1.1.1'];
    const sent = [...forwarding, 'Connection: close, x', 'TE: trailers', 'User-Agent: tester'];
    const { headers } = await openEventOf(rawRequest('GET /open', sent));
    expect(headers).toMatchObject({ 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '10.1.1.1, 127.0.0.1' });
    expect(headers).not.toHaveProperty('Connection');
    expect(headers).not.toHaveProperty('TE');
    expect(headers['X-Amzn-Trace-Id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
    expect(headers['User-Agent']).toBe('tester');
  });

  const chunks = '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';
  it.each<[string, string[], string | Buffer, string | null]>([
    ['a binary', ['Content-Length: 4'], bytes, bytes.toString('base64')],
    ['a text', ['Content-Length: 2'], '{}', 'e30='],
    ['a chunked', ['Transfer-Encoding: chunked'], chunks, Buffer.from('abcde').toString('base64')],
    ['an empty', ['Content-Length: 0'], '', null],
    ['no', [], '', null],
  ])('has null for an empty body, and base64 for any other: %s body', async (_, headers, body, expected) => {
    const request = Buffer.concat([Buffer.from(rawRequest('POST /open', headers)), Buffer.from(body)]);
    const event = await openEventOf(request);
    expect([event.body, event.isBase64Encoded]).toEqual([expected, expected !== null]);
  });
});
