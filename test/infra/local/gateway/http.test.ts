import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import type { RequestLimits } from '../../../../infra/local/gateway/read-request.ts';
import { PortTaken } from '../../../../infra/local/http/listening.ts';
import { echo, errorOf, integrationOf, method, ok, startTestGateway } from './gateway-under-test.ts';
import { assertShaped400, exchangeRaw, exchangeUntilClosed, openConnection, rawRequest } from './raw-http.ts';

const start = (limits: Partial<RequestLimits> = {}) => startTestGateway(undefined, { limits });

const megabyte = 1024 * 1024;
describe('routing', () => {
  test.for<readonly [string, string | undefined, Record<string, string> | null]>([
    ['GET /', '/', null],
    ['GET http://evil.test?x=1', '/', null],
    ['GET //', undefined, null],
    ['OPTIONS *', undefined, null],
    // A literal segment takes precedence over a parameter, unless no path continues after it.
    ['GET /billers/bill-types', '/billers/bill-types', null],
    ['GET /billers/bill-typos', '/billers/{code}', { code: 'bill-typos' }],
    ['GET /billers/bill-types/history', '/billers/{code}/history', { code: 'bill-types' }],
    // The resource is matched before the method.
    ['DELETE /billers/1', undefined, null],
    ['PUT /billers/1', '/billers/{code}', { code: '1' }],
    ['PUT /billers/bill-types', undefined, null],
    // A greedy parameter matches the unmodified remainder of the path.
    ['GET /locations/a//b/%2e%2e/../c/', '/locations/{proxy+}', { proxy: 'a//b/%2e%2e/../c/' }],
    ['GET /locations', undefined, null],
    ['GET /locations/', undefined, null],
    // Empty segments match no parameter. Matching is case-sensitive and decodes nothing.
    ['GET /billers/', undefined, null],
    ['GET /billers//history', undefined, null],
    ['GET /Billers/1', undefined, null],
    ['GET /bill%65rs/1', undefined, null],
    ['GET /billers/a%2Fb', '/billers/{code}', { code: 'a%2Fb' }],
    ['GET /billers/..', '/billers/{code}', { code: '..' }],
  ])('routes %s to %s (D23, E07, E08)', async ([line, resource, pathParameters]) => {
    await using gateway = await startTestGateway([
      method('GET', '/'),
      method('ANY', '/locations/{proxy+}'),
      method('GET', '/billers/{code}/history'),
      method('GET', '/billers/{code}'),
      method('PUT', '/billers/{code}'),
      method('GET', '/billers/bill-types'),
    ]);
    const response = await gateway.send(line);
    if (resource === undefined) expect(errorOf(response)).toBe('404 METHOD_NOT_FOUND');
    else expect(JSON.parse(response.body)).toMatchObject({ resource, pathParameters });
  });
});

it('returns 400 and disconnects for a chunked body over 10 MB (E13)', async () => {
  await using gateway = await start();
  const chunk = `${megabyte.toString(16)}\r\n${'x'.repeat(megabyte)}\r\n`;
  const request = rawRequest('POST /a', ['Transfer-Encoding: chunked'], `${chunk.repeat(11)}0\r\n\r\n`);
  const response = await exchangeUntilClosed(gateway.url, request);
  assertShaped400(response);
  expect(response?.headers.get('connection')).toBe('close');
  expect(gateway.calls).toEqual([]);
});

// `test/local/hostile` sends more requests to a complete stack.
test.for<readonly [string, string | Buffer, object]>([
  [
    'a body of 1 MB with any content type and encoding (D12, D13, D14)',
    rawRequest(
      'POST /a',
      [`Content-Length: ${megabyte}`, 'Content-Encoding: gzip', 'Content-Type: text/plain'],
      'x'.repeat(megabyte),
    ),
    {
      headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' },
      body: Buffer.alloc(megabyte, 'x').toString('base64'),
    },
  ],
  ['GET with a body (E16)', rawRequest('GET /a', ['Content-Length: 1'], 'x'), { body: 'eA==' }],
  ['any single host (E11)', 'GET /a HTTP/1.1\r\nHost: evil.test\r\n\r\n', {}],
  ['HTTP/1.0 without a host (E11)', 'GET /a HTTP/1.0\r\n\r\n', {}],
])('passes %s to the function', async ([, request, event]) => {
  await using gateway = await start();
  const { statusCode, body } = await exchangeRaw(gateway.url, request);
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toMatchObject(event);
});

it('returns 400 and closes the connection if a body does not arrive in time (D12)', async () => {
  await using gateway = await start({ bodyMilliseconds: 300 });
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('POST /a', ['Content-Length: 1000'], 'ab'));
  const drip = setInterval(() => connection.socket.write('c'), 50);
  const milliseconds = await connection.closed();
  clearInterval(drip);
  expect(milliseconds).toBeGreaterThan(250);
  expect(milliseconds).toBeLessThan(10_000);
  assertShaped400(connection.answers()[0]);
});

it('closes an idle connection without a response', async () => {
  await using gateway = await start({ headersMilliseconds: 300 });
  using connection = await openConnection(gateway.url);
  expect(await connection.closed()).toBeLessThan(10_000);
  expect(connection.received()).toBe('');
});

it('does not mix the response to a malformed request with the previous response', async () => {
  await using gateway = await start();
  using connection = await openConnection(gateway.url);
  connection.socket.write(`${rawRequest('GET /a')}garbage\r\n\r\n`);
  await connection.closed();
  expect(connection.answers().filter(({ statusCode }) => statusCode === 400).length).toBeLessThanOrEqual(1);
  expect(connection.received()).not.toMatch(/}HTTP\/1.1 400[\s\S]*HTTP\/1.1 200/);
});

it('keeps serving after clients disconnect at any time (E18)', async () => {
  await using gateway = await start();
  const moments = ['', 'GET', rawRequest('POST /a', ['Content-Length: 10'], 'abc'), rawRequest('GET /a')];
  for (const moment of moments) {
    using connection = await openConnection(gateway.url);
    connection.socket.write(moment);
    await pause(10);
    connection.socket.resetAndDestroy();
  }
  await pause(50);
  expect((await gateway.send('GET /a')).statusCode).toBe(200);
});

it('lets a client that sends Expect: 100-continue send its body (E18)', async () => {
  await using gateway = await start();
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('POST /a', ['Content-Length: 3', 'Expect: 100-continue']));
  const [interim] = await connection.answered(1);
  expect(interim?.statusCode).toBe(100);
  connection.socket.write('abc');
  const [, response] = await connection.answered(2);
  expect(JSON.parse(response?.body ?? '').body).toBe(Buffer.from('abc').toString('base64'));
});

it('reports that a port is in use', async () => {
  await using first = await start();
  const second = startTestGateway(undefined, { port: Number(new URL(first.url).port) });
  await expect(second).rejects.toThrow(PortTaken);
  await expect(second).rejects.toThrow(/Port \d+ of 127\.0\.0\.1 is in use.*another port/);
});

describe('a gateway that closes', () => {
  const startSlow = async (closeMilliseconds: number) => {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow = async () => {
      begun.resolve();
      await released.promise;
      return ok('slow');
    };
    const methods = [method('GET', '/slow', integrationOf('slow')), method('GET', '/fast')];
    const limits = { closeMilliseconds };
    const gateway = await startTestGateway(methods, { functions: { slow, echo }, limits });
    return { ...gateway, begun: begun.promise, release: released.resolve };
  };

  it('finishes running requests and accepts no new ones', async () => {
    const gateway = await startSlow(600_000);
    const running = fetch(`${gateway.url}/slow`);
    await gateway.begun;
    const closed = gateway.close();
    await expect(fetch(`${gateway.url}/fast`)).rejects.toThrow();
    gateway.release();
    expect(await (await running).text()).toBe('slow');
    await closed;
  });

  it('does not wait for idle connections', async () => {
    const gateway = await startSlow(60_000);
    using kept = await openConnection(gateway.url);
    kept.socket.write(rawRequest('GET /fast'));
    await kept.answered(1);
    const startedAt = performance.now();
    await gateway.close();
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it('aborts requests that do not finish in time', async () => {
    const gateway = await startSlow(200);
    const cut = expect(fetch(`${gateway.url}/slow`)).rejects.toThrow();
    await gateway.begun;
    // The function never responds, so this call would hang if the request were not aborted.
    await gateway.close();
    await cut;
  });
});
