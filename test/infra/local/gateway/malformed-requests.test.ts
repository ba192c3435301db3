import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { RequestLimits } from '../../../../infra/local/gateway/read-request.ts';
import { method, startEchoGateway } from './gateway-under-test.ts';
import { assertShaped400, exchangeRaw, exchangeUntilClosed, openConnection, rawRequest } from './raw-http.ts';

const start = (limits: Partial<RequestLimits> = {}) =>
  startEchoGateway([method('ANY', '/{proxy+}')], { limits: { lingerMilliseconds: 100, ...limits } });

it.each([
  [
    'both a length and a transfer coding',
    rawRequest('POST /a', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  ],
  ['two lengths', rawRequest('POST /a', ['Content-Length: 3', 'Content-Length: 4'], 'abcd')],
  ['a negative length', rawRequest('POST /a', ['Content-Length: -1'])],
  ['a folded header', rawRequest('GET /a', ['X-One: a', ' b'])],
  ['a blank before the colon', rawRequest('GET /a', ['X-One : a'])],
  ['NUL in a header', rawRequest('GET /a', ['AUTH-KEY: a\0b'])],
  ['a control character in a header', rawRequest('GET /a', ['AUTH-KEY: a\x01b'])],
  ['a lone CR in a header', rawRequest('GET /a', ['X-One: a\rb'])],
  ['an unknown method', rawRequest('FOO /a')],
  ['a blank in the path', rawRequest('GET /a b')],
  ['no version', 'GET /a\r\n\r\n'],
  ['another version', 'GET /a HTTP/3.0\r\nHost: a\r\n\r\n'],
  ['a bad chunk', rawRequest('POST /a', ['Transfer-Encoding: chunked'], 'zz\r\nabc\r\n0\r\n\r\n')],
  ['garbage', 'garbage\r\n\r\n'],
  ['a TLS hello', Buffer.from('1603010200010001fc0303', 'hex')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
])('%s is 400 in shape, the connection closed and nobody called (A04, E13, E18)', async (_, request) => {
  await using gateway = await start();
  const answer = await exchangeUntilClosed(gateway.url, request);
  assertShaped400(answer);
  expect(answer?.headers.get('connection')).toBe('close');
  expect(gateway.calls).toEqual([]);
});

it('CONNECT is closed and the server lives on (E18)', async () => {
  await using gateway = await start();
  await exchangeUntilClosed(gateway.url, 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n');
  expect((await exchangeRaw(gateway.url, rawRequest('GET /a'))).statusCode).toBe(200);
});

it('a fault behind a request that is being answered does not put an answer of its own into it', async () => {
  await using gateway = await start();
  using connection = await openConnection(gateway.url);
  connection.socket.write(`${rawRequest('GET /a')}garbage\r\n\r\n`);
  await connection.closed();
  expect(connection.answers().filter(({ statusCode }) => statusCode === 400).length).toBeLessThanOrEqual(1);
  expect(connection.received()).not.toMatch(/}HTTP\/1.1 400[\s\S]*HTTP\/1.1 200/);
});

it('headers that never end are closed in time, good clients served meanwhile (E17)', async () => {
  await using gateway = await start({ headersMilliseconds: 4_000 });
  const slow = await Promise.all(Array.from({ length: 50 }, () => openConnection(gateway.url)));
  for (const { socket } of slow) socket.write('GET /a HTTP/1.1\r\nHost: a\r\n');
  const drip = setInterval(() => {
    for (const { socket } of slow) socket.write('X-One: a\r\n');
  }, 100);
  expect((await exchangeRaw(gateway.url, rawRequest('GET /a'))).statusCode).toBe(200);
  expect(slow.filter(({ socket }) => socket.closed)).toEqual([]);
  for (const connection of slow) {
    expect(await connection.closed()).toBeLessThan(20_000);
    assertShaped400(connection.answers()[0]);
  }
  clearInterval(drip);
});

it('a connection that never asks anything is closed without a word', async () => {
  await using gateway = await start({ headersMilliseconds: 300 });
  using connection = await openConnection(gateway.url);
  expect(await connection.closed()).toBeLessThan(10_000);
  expect(connection.received()).toBe('');
});

it('clients that vanish at any moment do no harm', async () => {
  await using gateway = await start();
  const moments = ['', 'GET', rawRequest('POST /a', ['Content-Length: 10'], 'abc'), rawRequest('GET /a')];
  for (const moment of moments) {
    using connection = await openConnection(gateway.url);
    connection.socket.write(moment);
    await pause(10);
    connection.socket.resetAndDestroy();
  }
  await pause(50);
  expect((await exchangeRaw(gateway.url, rawRequest('GET /a'))).statusCode).toBe(200);
});
