import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import {
  authKey,
  doubleFunctions,
  echo,
  integrationOf,
  method,
  restApi,
  result,
  startEchoGateway,
  startTestGateway,
} from './gateway-under-test.ts';
import { exchangeRaw, rawRequest } from './raw-http.ts';

const now = () => Date.UTC(2026, 10, 4, 9, 5, 7);
const eventOf = async (
  request: string | Buffer,
  methods = [method('ANY', '/points/{code}')],
  api: Parameters<typeof startEchoGateway>[2] = {},
): Promise<APIGatewayProxyEvent> => {
  await using gateway = await startEchoGateway(methods, { now }, api);
  return JSON.parse((await exchangeRaw(gateway.url, request)).body);
};

it('the event has every member of payload format 1.0', async () => {
  const event = await eventOf(rawRequest('GET /points/1', ['User-Agent: tester']));
  expect(event).toEqual({
    resource: '/points/{code}',
    path: '/points/1',
    httpMethod: 'GET',
    headers: expect.objectContaining({ Host: 'localhost', 'User-Agent': 'tester' }),
    multiValueHeaders: expect.objectContaining({ Host: ['localhost'], 'User-Agent': ['tester'] }),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: { code: '1' },
    stageVariables: null,
    requestContext: {
      resourceId: expect.stringMatching(/^[0-9a-f]{6}$/),
      resourcePath: '/points/{code}',
      httpMethod: 'GET',
      extendedRequestId: expect.stringMatching(/^\S{16}$/),
      requestTime: '04/Nov/2026:09:05:07 +0000',
      path: '/points/1',
      accountId: '000000000000',
      protocol: 'HTTP/1.1',
      stage: 'local',
      domainPrefix: 'localhost',
      requestTimeEpoch: now(),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      identity: {
        accessKey: null,
        accountId: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: 'tester',
        userArn: null,
      },
      domainName: 'localhost',
      deploymentId: expect.stringMatching(/^[0-9a-z]{6}$/),
      apiId: 'waypostapi',
    },
    body: null,
    isBase64Encoded: false,
  });
});

it('the answer carries the id of the request', async () => {
  await using gateway = await startEchoGateway();
  const answer = await exchangeRaw(gateway.url, rawRequest('GET /a'));
  expect(answer.headers.get('x-amzn-requestid')).toBe(JSON.parse(answer.body).requestContext.requestId);
  expect(answer.headers.get('date')).toMatch(/GMT$/);
});

it('path and path parameters stay as the client wrote them', async () => {
  const event = await eventOf(rawRequest('GET /points/a%2Fb%20c%zz+?x=1'));
  expect(event.path).toBe('/points/a%2Fb%20c%zz+');
  expect(event.requestContext.path).toBe(event.path);
  expect(event.pathParameters).toEqual({ code: 'a%2Fb%20c%zz+' });
});

it('query names and values are decoded; the last of several is the single value', async () => {
  const query = 'attribute%5Bname%5D=a+b&size=5&size=%36&empty=&bare&plus=%2B&question=b?c';
  const event = await eventOf(rawRequest(`GET /points/1?${query}`));
  const rest = { empty: [''], bare: [''], plus: ['+'], question: ['b?c'] };
  expect(event.multiValueQueryStringParameters).toEqual({
    'attribute[name]': ['a b'],
    size: ['5', '6'],
    ...rest,
  });
  const single = { empty: '', bare: '', plus: '+', question: 'b?c' };
  expect(event.queryStringParameters).toEqual({ 'attribute[name]': 'a b', size: '6', ...single });
});

it.each(['', '?', '?&', '?&&&'])('the query "%s" has no parameters: both views are null', async (query) => {
  const event = await eventOf(rawRequest(`GET /points/1${query}`));
  expect([event.queryStringParameters, event.multiValueQueryStringParameters]).toEqual([null, null]);
});

it('names of the object prototype are names like any other, of parameters and of headers (B21)', async () => {
  const { host, calls } = doubleFunctions({ echo });
  const api = restApi([method('GET', '/a')]);
  await using gateway = await startTestGateway({ api, functions: host });
  const query = '__proto__=1&constructor[prototype][x]=1&toString=2';
  await exchangeRaw(gateway.url, rawRequest(`GET /a?${query}`, ['__proto__: x', '__proto__: y']));
  const event = calls[0]?.event ?? {};
  const names = ['__proto__', 'constructor[prototype][x]', 'toString'];
  expect(Object.keys(Object(event.multiValueQueryStringParameters))).toEqual(names);
  expect(JSON.stringify(event)).toContain('"__proto__":["1"]');
  expect(JSON.stringify(event)).toContain('"__proto__":["x","y"]');
  expect(Reflect.get({}, 'x')).toBeUndefined();
});

it('headers keep the client’s case, and two spellings of one name are one header (A05, A07)', async () => {
  const event = await eventOf(
    rawRequest('GET /points/1', ['AUTH-key: bad', 'auth-KEY: good', 'X-One:  a b  ']),
  );
  expect(event.multiValueHeaders['AUTH-key']).toEqual(['bad', 'good']);
  expect(event.headers['AUTH-key']).toBe('good');
  expect(event.headers['X-One']).toBe('a b');
  expect(Object.keys(event.headers).filter((name) => name.toLowerCase() === 'auth-key')).toHaveLength(1);
});

it('what the client says of forwarding is overwritten or added to, and connection headers end here', async () => {
  const { headers } = await eventOf(
    rawRequest('GET /points/1', [
      'X-Forwarded-Proto: https',
      'X-Forwarded-For: 10.1.1.1',
      'Connection: keep-alive, x',
      'TE: trailers',
    ]),
  );
  expect(headers['X-Forwarded-Proto']).toBe('http');
  expect(headers['X-Forwarded-For']).toBe('10.1.1.1, 127.0.0.1');
  expect(headers).not.toHaveProperty('Connection');
  expect(headers).not.toHaveProperty('TE');
});

it('a body is text, unless its type is declared binary', async () => {
  const post = (type: string) =>
    rawRequest('POST /points/1', [`Content-Type: ${type}`, 'Content-Length: 3'], 'abc');
  const api = { binaryMediaTypes: ['image/png'] };
  const text = await eventOf(post('application/json'), undefined, api);
  expect([text.body, text.isBase64Encoded]).toEqual(['abc', false]);
  const image = await eventOf(post('image/PNG; q=1'), undefined, api);
  expect([image.body, image.isBase64Encoded]).toEqual(['YWJj', true]);
});

it('with */* every body is base64 of its exact bytes, and an empty one still null', async () => {
  const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
  const head = rawRequest('POST /points/1', ['Content-Length: 4']);
  const api = { binaryMediaTypes: ['*/*'] };
  const event = await eventOf(Buffer.concat([Buffer.from(head), bytes]), undefined, api);
  expect([event.body, event.isBase64Encoded]).toEqual([bytes.toString('base64'), true]);
  const empty = await eventOf(rawRequest('GET /points/1'), undefined, api);
  expect([empty.body, empty.isBase64Encoded]).toEqual([null, false]);
});

it('a chunked body arrives whole', async () => {
  const event = await eventOf(
    rawRequest('POST /points/1', ['Transfer-Encoding: chunked'], '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'),
  );
  expect(event.body).toBe('abcde');
});

it('the authoriser’s context reaches the function as strings, with the principal', async () => {
  const { host } = doubleFunctions({
    echo,
    authorise: () =>
      result({
        principalId: 'client-1',
        policyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: '*' }],
        },
        context: { client: 'client-1', level: 3, trial: false },
      }),
  });
  const methods = [method('GET', '/a', integrationOf('echo'), { authoriser: authKey })];
  await using gateway = await startTestGateway({ api: restApi(methods), functions: host });
  const { body } = await exchangeRaw(gateway.url, rawRequest('GET /a', ['auth-key: k']));
  expect(JSON.parse(body).requestContext.authorizer).toEqual({
    principalId: 'client-1',
    client: 'client-1',
    level: '3',
    trial: 'false',
    integrationLatency: expect.any(Number),
  });
});
