import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { apiGatewayLimits, type RequestLimits } from '../../../../infra/local/gateway/read-request.ts';
import { method, startEchoGateway } from './gateway-under-test.ts';
import {
  assertShaped400,
  errorCode,
  exchangeRaw,
  exchangeUntilClosed,
  openConnection,
  rawRequest,
} from './raw-http.ts';

const start = (limits: Partial<RequestLimits> = {}) =>
  startEchoGateway([method('ANY', '/{proxy+}')], { limits: { lingerMilliseconds: 100, ...limits } });

const megabyte = 1024 * 1024;
const post = (body: string | Buffer, ...headers: string[]) =>
  Buffer.concat([
    Buffer.from(rawRequest('POST /a', [`Content-Length: ${body.length}`, ...headers])),
    Buffer.from(body),
  ]);

it('a body of 1 MB reaches its function (D12)', async () => {
  await using gateway = await start();
  const { body } = await exchangeRaw(gateway.url, post('x'.repeat(megabyte)));
  expect(Buffer.from(JSON.parse(body).body, 'base64')).toHaveLength(megabyte);
});

it('a body over 10 MB is refused in shape and the connection closed (D12)', async () => {
  await using gateway = await start();
  assertShaped400(await exchangeUntilClosed(gateway.url, post('x'.repeat(11 * megabyte))));
  const chunk = `${megabyte.toString(16)}\r\n${'x'.repeat(megabyte)}\r\n`;
  const chunked = rawRequest('POST /a', ['Transfer-Encoding: chunked'], `${chunk.repeat(11)}0\r\n\r\n`);
  assertShaped400(await exchangeUntilClosed(gateway.url, chunked));
  expect(gateway.calls).toEqual([]);
});

it('a length that says too little leaves garbage, which closes the connection (D12)', async () => {
  await using gateway = await start();
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('POST /a', ['Content-Length: 2'], 'abcdef\r\n\r\n'));
  await connection.closed();
  const [first] = connection.answers();
  if (first?.statusCode === 200) expect(JSON.parse(first.body).body).toBe('ab');
});

it('a body that does not come whole in its time is refused and the connection closed (D12)', async () => {
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

it('slow headers and slow bodies are over within ten seconds (D12, E17)', () => {
  const { headersMilliseconds, bodyMilliseconds, lingerMilliseconds } = apiGatewayLimits;
  expect(headersMilliseconds + 500 + lingerMilliseconds).toBeLessThanOrEqual(10_000);
  expect(bodyMilliseconds + lingerMilliseconds).toBeLessThanOrEqual(10_000);
});

it('content types and codings are left to the function (D13, D14)', async () => {
  await using gateway = await start();
  const bomb = gzipSync(Buffer.alloc(5 * megabyte));
  const answer = await exchangeRaw(
    gateway.url,
    post(bomb, 'Content-Encoding: gzip', 'Content-Type: text/plain'),
  );
  const event = JSON.parse(answer.body);
  expect(event.headers).toMatchObject({ 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' });
  expect(event.body.length).toBeLessThan(20_000);
});

it('a URL of 9 KB reaches the function, one of 17 KB is 400 in shape (E14)', async () => {
  await using gateway = await start();
  expect((await exchangeRaw(gateway.url, rawRequest(`GET /a?x=${'PO,'.repeat(3_000)}`))).statusCode).toBe(
    200,
  );
  assertShaped400(await exchangeRaw(gateway.url, rawRequest(`GET /a?x=${'y'.repeat(12_000)}`)));
  assertShaped400(await exchangeRaw(gateway.url, rawRequest(`GET /a?x=${'y'.repeat(17_000)}`)));
  assertShaped400(await exchangeUntilClosed(gateway.url, rawRequest(`GET /${'y'.repeat(200_000)}`)));
});

it('a key of 7 KB is served, one of 17 KB is 400 in shape (A08)', async () => {
  await using gateway = await start();
  const withKey = (length: number) => rawRequest('GET /a', [`AUTH-KEY: ${'k'.repeat(length)}`]);
  expect((await exchangeRaw(gateway.url, withKey(7_000))).statusCode).toBe(200);
  assertShaped400(await exchangeRaw(gateway.url, withKey(12_000)));
  assertShaped400(await exchangeRaw(gateway.url, withKey(17_000)));
});

it('2,100 headers are 400 in shape, long or short (E14)', async () => {
  await using gateway = await start();
  const many = (header: (index: number) => string) =>
    rawRequest(
      'GET /a',
      Array.from({ length: 2_100 }, (_, index) => header(index)),
    );
  assertShaped400(
    await exchangeRaw(
      gateway.url,
      many((index) => `X-Header-${index}: value`),
    ),
  );
  assertShaped400(
    await exchangeRaw(
      gateway.url,
      many(() => 'a:'),
    ),
  );
});

it('a client that expects 100 is asked for its body when it is needed (E18)', async () => {
  await using gateway = await start();
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('POST /a', ['Content-Length: 3', 'Expect: 100-continue']));
  const [asked] = await connection.answered(1);
  expect(asked?.statusCode).toBe(100);
  connection.socket.write('abc');
  const [, answer] = await connection.answered(2);
  expect(JSON.parse(answer?.body ?? '').body).toBe(Buffer.from('abc').toString('base64'));
});

it('a client that expects 100 is refused without its body, and the connection closed', async () => {
  await using gateway = await start();
  const expecting = (path: string, length: number) =>
    rawRequest(`POST ${path}`, [`Content-Length: ${length}`, 'Expect: 100-continue']);
  const tooLarge = await exchangeUntilClosed(gateway.url, expecting('/a', 20 * megabyte));
  expect(tooLarge?.statusCode).toBe(400);
  const nowhere = await exchangeUntilClosed(gateway.url, expecting('/', 3));
  expect(nowhere?.statusCode).toBe(404);
});

it('another expectation is 417 in shape (E18)', async () => {
  await using gateway = await start();
  const answer = await exchangeUntilClosed(gateway.url, rawRequest('GET /a', ['Expect: 200-ok']));
  if (!answer) throw new Error('no answer');
  expect([answer.statusCode, errorCode(answer)]).toEqual([417, 'CONSTRAINT_VIOLATION']);
});
