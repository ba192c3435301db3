import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  doubleFunctions,
  echo,
  integrationOf,
  method,
  ok,
  restApi,
  startEchoGateway,
  startTestGateway,
} from './gateway-under-test.ts';
import { errorCode, exchangeRaw, openConnection, rawRequest } from './raw-http.ts';

const refusals = {
  'refuse-method': () => ok('405'),
  'refuse-path': () => ok('404'),
  v3: () => ok('v3'),
  v2: () => ok('v2'),
  echo,
};
const preflight = {
  kind: 'mock',
  statusCode: 204,
  headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'auth-key' },
  body: '',
} as const;

const start = async () => {
  const gateway = await startTestGateway({
    api: restApi([
      method('GET', '/locations/v2/points', integrationOf('v2')),
      method('ANY', '/locations/v2/points', integrationOf('refuse-method')),
      method('OPTIONS', '/locations/v2/points', preflight),
      method('GET', '/locations/v3/workcentres', integrationOf('v3')),
      method('GET', '/only-get', integrationOf('v3')),
      method('ANY', '/{proxy+}', integrationOf('refuse-path')),
    ]),
    functions: doubleFunctions(refusals).host,
  });
  const ask = (requestLine: string, headers: readonly string[] = [], body = '') =>
    exchangeRaw(gateway.url, rawRequest(requestLine, headers, body));
  return { ...gateway, ask };
};

it.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'POST'])(
  '%s reaches the ANY method of the path (E01, E02)',
  async (httpMethod) => {
    await using gateway = await start();
    expect((await gateway.ask(`${httpMethod} /locations/v2/points`)).body).toBe('405');
  },
);

it('POST with a body on a GET path reaches the ANY method (E02)', async () => {
  await using gateway = await start();
  const answer = await gateway.ask('POST /locations/v2/points', ['Content-Length: 2'], '{}');
  expect(answer.body).toBe('405');
});

it('HEAD is a method like any other (E03)', async () => {
  await using gateway = await start();
  const response = await fetch(`${gateway.url}/locations/v2/points`, { method: 'HEAD' });
  expect(response.headers.get('content-length')).toBe('3');
});

it('a preflight is answered without a key and without a function (E04, E06)', async () => {
  await using gateway = await start();
  const { statusCode, headers, body } = await gateway.ask('OPTIONS /locations/v2/points', ['Origin: null']);
  expect([statusCode, body]).toEqual([204, '']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-headers')).toBe('auth-key');
  expect(headers.has('content-length')).toBe(false);
});

it('a method that a path lacks is refused in shape, even where a greedy path lies around it', async () => {
  await using gateway = await start();
  const answer = await gateway.ask('POST /only-get');
  expect([answer.statusCode, errorCode(answer)]).toEqual([404, 'METHOD_NOT_FOUND']);
});

it.each([
  '/locations/v2/points/',
  '/locations//v2/points',
  '//locations/v2/points',
  '/locations/v2/./points',
  '/locations/v2/../v2/points',
  '/locations/v2/../v3/workcentres',
  '/locations/v2/%2e%2e/v3/workcentres',
  '/Locations/v2/points',
  '/locations/v2/%70oints',
  '/locations%2Fv2%2Fpoints',
  '/locations/v2/points;x=1',
  '/locations/v2/points%00',
  '/locations/v2/points#',
  '/workcentres',
  '//evil.test/locations/v2/points',
  '/\\evil.test',
])('the path %s is no known path (E07, E08, E09, E10)', async (path) => {
  await using gateway = await start();
  expect((await gateway.ask(`GET ${path}`)).body).toBe('404');
});

it('an absolute target is served by its path alone (E09)', async () => {
  await using gateway = await start();
  expect((await gateway.ask('GET http://evil.test/locations/v2/points?x=1')).body).toBe('v2');
  expect((await gateway.ask('GET http://locations/v2/points')).body).toBe('404');
});

it.each([
  ['GET /', '/', null],
  ['GET http://evil.test?x=1', '/', null],
  ['GET //', undefined, null],
  ['OPTIONS *', undefined, null],
  // A literal segment wins over a parameter, and gives way to it where it leads nowhere.
  ['GET /billers/bill-types', '/billers/bill-types', null],
  ['GET /billers/bill-typos', '/billers/{code}', { code: 'bill-typos' }],
  ['GET /billers/bill-types/history', '/billers/{code}/history', { code: 'bill-types' }],
  // The resource is chosen before the method.
  ['DELETE /billers/1', undefined, null],
  ['PUT /billers/1', '/billers/{code}', { code: '1' }],
  ['PUT /billers/bill-types', undefined, null],
  // A greedy parameter takes the rest as it is.
  ['GET /locations/a//b/%2e%2e/../c/', '/locations/{proxy+}', { proxy: 'a//b/%2e%2e/../c/' }],
  ['GET /locations', undefined, null],
  ['GET /locations/', undefined, null],
  // Empty segments match no parameter. Nothing is decoded, or read in another case.
  ['GET /billers/', undefined, null],
  ['GET /billers//history', undefined, null],
  ['GET /Billers/1', undefined, null],
  ['GET /bill%65rs/1', undefined, null],
  ['GET /billers/a%2Fb', '/billers/{code}', { code: 'a%2Fb' }],
  ['GET /billers/..', '/billers/{code}', { code: '..' }],
])('%s is for %s (D23, E07, E08)', async (line, resource, pathParameters) => {
  await using gateway = await startEchoGateway([
    method('GET', '/'),
    method('ANY', '/locations/{proxy+}'),
    method('GET', '/billers/{code}/history'),
    method('GET', '/billers/{code}'),
    method('PUT', '/billers/{code}'),
    method('GET', '/billers/bill-types'),
  ]);
  const { statusCode, body } = await exchangeRaw(gateway.url, rawRequest(line));
  expect(statusCode).toBe(resource === undefined ? 404 : 200);
  if (resource !== undefined) expect(JSON.parse(body)).toMatchObject({ resource, pathParameters });
});

it('a resource keeps its id, and no two share one', async () => {
  const methods = [method('GET', '/billers/{code}'), method('GET', '/points/{code}')];
  await using gateway = await startEchoGateway(methods);
  const idAt = async (path: string) =>
    JSON.parse((await exchangeRaw(gateway.url, rawRequest(`GET ${path}`))).body).requestContext.resourceId;
  expect(await idAt('/billers/1')).toBe(await idAt('/billers/2'));
  expect(await idAt('/billers/1')).not.toBe(await idAt('/points/1'));
});

it('the root and the asterisk lead nowhere', async () => {
  await using gateway = await start();
  for (const line of ['GET /', 'OPTIONS *', 'GET http://evil.test']) {
    expect((await gateway.ask(line)).statusCode).toBe(404);
  }
});

it('no host and two hosts are refused, any one host is the same to the answer (E11)', async () => {
  await using gateway = await start();
  for (const headers of ['', 'Host: a\r\nhost: a\r\n']) {
    const answer = await exchangeRaw(gateway.url, `GET /locations/v2/points HTTP/1.1\r\n${headers}\r\n`);
    expect([answer.statusCode, errorCode(answer)]).toEqual([400, 'CONSTRAINT_VIOLATION']);
    expect(answer.headers.get('connection')).toBe('close');
  }
  const evil = 'GET /locations/v2/points HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\n\r\n';
  expect((await exchangeRaw(gateway.url, evil)).body).toBe('v2');
  expect((await exchangeRaw(gateway.url, 'GET /locations/v2/points HTTP/1.0\r\n\r\n')).body).toBe('v2');
});

it('headers that ask for another method or path are ignored (E12)', async () => {
  await using gateway = await start();
  const answer = await gateway.ask('GET /locations/v2/points', [
    'X-HTTP-Method-Override: DELETE',
    'X-Original-URL: /locations/v3/workcentres',
    'X-Rewrite-URL: /locations/v3/workcentres',
  ]);
  expect(answer.body).toBe('v2');
});

it.each(['a=%', 'a=%zz', '%ff'])('the query %s, which does not decode, is 400 in shape', async (query) => {
  await using gateway = await start();
  const answer = await gateway.ask(`GET /locations/v2/points?${query}`);
  expect([answer.statusCode, errorCode(answer)]).toEqual([400, 'CONSTRAINT_VIOLATION']);
});

it('GET with a body of 200 KB is answered (E16)', async () => {
  await using gateway = await startEchoGateway();
  const body = 'x'.repeat(200_000);
  const answer = await exchangeRaw(
    gateway.url,
    rawRequest('GET /a', [`Content-Length: ${body.length}`], body),
  );
  expect(Buffer.from(JSON.parse(answer.body).body, 'base64')).toHaveLength(200_000);
});

it('an upgrade that is not offered is a request like any other (E18)', async () => {
  await using gateway = await start();
  for (const protocol of ['h2c', 'websocket']) {
    const answer = await gateway.ask('GET /locations/v2/points', [
      'Connection: Upgrade, HTTP2-Settings',
      `Upgrade: ${protocol}`,
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    ]);
    expect([answer.statusCode, answer.body]).toEqual([200, 'v2']);
  }
});

it('pipelined requests are answered in their order', async () => {
  const { host } = doubleFunctions({
    answer: async ({ path }) => {
      await pause(path === '/1' ? 60 : 1);
      return ok(String(path));
    },
  });
  await using gateway = await startTestGateway({
    api: restApi([method('GET', '/{n}', integrationOf('answer'))]),
    functions: host,
  });
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('GET /1') + rawRequest('GET /2') + rawRequest('GET /3'));
  expect((await connection.answered(3)).map(({ body }) => body)).toEqual(['/1', '/2', '/3']);
});

it('the access log has one entry a request, without the path as sent, header or body (A25)', async () => {
  const entries: object[] = [];
  await using gateway = await startEchoGateway(undefined, { log: (line) => entries.push(JSON.parse(line)) });
  await exchangeRaw(gateway.url, rawRequest('GET /a/secret?AUTH-KEY=secret', ['AUTH-KEY: secret']));
  await exchangeRaw(gateway.url, rawRequest('GET /?secret'));
  expect(entries).toMatchObject([
    { httpMethod: 'GET', resourcePath: '/{proxy+}', status: '200', responseType: '-' },
    { httpMethod: 'GET', resourcePath: '-', status: '404', responseType: 'MISSING_AUTHENTICATION_TOKEN' },
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret');
});
