import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import type { RestApi } from '../../../../infra/local/template/rest-api.ts';
import {
  doubleFunctions,
  failed,
  integrationOf,
  method,
  ok,
  restApi,
  result,
  startTestGateway,
} from './gateway-under-test.ts';
import { errorCode, exchangeRaw, rawRequest } from './raw-http.ts';

const start = async (answer: () => Invocation | Promise<Invocation>, api: Partial<RestApi> = {}) => {
  const { host, calls } = doubleFunctions({ answer });
  const methods = [method('ANY', '/a', integrationOf('answer', { timeoutMilliseconds: 1_234 }))];
  const gateway = await startTestGateway({ api: restApi(methods, api), functions: host });
  const get = (...headers: string[]) => exchangeRaw(gateway.url, rawRequest('GET /a', headers));
  return { ...gateway, calls, get };
};

it('status, headers and body are the function’s', async () => {
  await using gateway = await start(() =>
    result({ statusCode: 201, headers: { 'X-Number': 5, 'X-Flag': true }, body: 'é' }),
  );
  const answer = await gateway.get();
  expect(answer.statusCode).toBe(201);
  expect([answer.headers.get('x-number'), answer.headers.get('x-flag')]).toEqual(['5', 'true']);
  expect(Buffer.from(answer.body, 'latin1').toString()).toBe('é');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('content-length')).toBe('2');
});

it('headers of the server and the connection are the gateway’s own (E19)', async () => {
  await using gateway = await start(() =>
    ok('abc', {
      Server: 'ours',
      'X-Powered-By': 'us',
      Connection: 'close',
      'Content-Length': '1',
      'Transfer-Encoding': 'chunked',
      Date: 'never',
      'Cache-Control': 'no-store',
    }),
  );
  const { headers, body } = await gateway.get();
  expect(body).toBe('abc');
  expect(headers.get('content-length')).toBe('3');
  expect(headers.get('connection')).toBe('keep-alive');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('date')).toMatch(/GMT$/);
  for (const name of ['server', 'x-powered-by', 'transfer-encoding']) expect(headers.has(name)).toBe(false);
});

it('an answer that carries no body by its status carries none', async () => {
  for (const statusCode of [204, 304]) {
    await using gateway = await start(() => result({ statusCode, body: 'ignored' }));
    const response = await fetch(`${gateway.url}/a`);
    expect([response.status, await response.text()]).toEqual([statusCode, '']);
  }
});

it('HEAD has the headers of the answer and no body', async () => {
  await using gateway = await start(() => ok('abc'));
  const response = await fetch(`${gateway.url}/a`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
    200,
    '3',
    '',
  ]);
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'hello'],
  ['an object without a status', { body: 'x' }],
  ['a status that is text', { statusCode: '200' }],
  ['a fractional status', { statusCode: 200.5 }],
  ['a status out of range', { statusCode: 99 }],
  ['an informational status', { statusCode: 101 }],
  ['a body that is an object', { statusCode: 200, body: {} }],
  ['a header of objects', { statusCode: 200, headers: { a: {} } }],
  ['multiple values of a header', { statusCode: 200, multiValueHeaders: { a: ['b'] } }],
  ['a flag that is text', { statusCode: 200, isBase64Encoded: 'true' }],
  ['a header value with a line break', { statusCode: 200, headers: { a: 'b\r\nc: d' } }],
  ['a header name with a blank', { statusCode: 200, headers: { 'a b': 'c' } }],
])('%s is a malformed result: 502 in shape', async (_, payload) => {
  await using gateway = await start(() => result(payload));
  const answer = await gateway.get();
  expect([answer.statusCode, errorCode(answer)]).toEqual([502, 'INTERNAL_SERVER_ERROR']);
});

it('a function that fails is 502 in shape, without a word of why (G09)', async () => {
  await using gateway = await start(() => failed('secret table name', 'Runtime.ExitError'));
  const answer = await gateway.get();
  expect([answer.statusCode, errorCode(answer)]).toEqual([502, 'INTERNAL_SERVER_ERROR']);
  expect(answer.body).not.toContain('secret');
});

it('a host that rejects is 502 in shape', async () => {
  await using gateway = await start(() => {
    throw new Error('no worker');
  });
  expect((await gateway.get()).statusCode).toBe(502);
});

it('a function that takes too long is an INTEGRATION_TIMEOUT; its bound is the integration’s', async () => {
  await using gateway = await start(() => ({ kind: 'timed-out' }));
  const answer = await gateway.get();
  expect([answer.statusCode, errorCode(answer)]).toEqual([504, 'INTERNAL_SERVER_ERROR']);
  expect(gateway.calls[0]?.settings.timeoutMilliseconds).toBe(1_234);
});

it('a base64 body becomes bytes', async () => {
  const bytes = Buffer.from([0, 255, 10, 13]);
  const headers = { 'content-type': 'image/png' };
  await using gateway = await start(() =>
    result({ statusCode: 200, headers, body: bytes.toString('base64'), isBase64Encoded: true }),
  );
  expect((await gateway.get()).body).toBe(bytes.toString('latin1'));
});

const long = JSON.stringify({ text: 'abc'.repeat(1_000) });

it('a large enough answer is compressed for who accepts gzip, and says so', async () => {
  await using gateway = await start(() => ok(long), { minimumCompressionSize: 1_024 });
  const { headers, body } = await gateway.get('Accept-Encoding: br, gzip');
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('vary')).toBe('Accept-Encoding');
  expect(Number(headers.get('content-length'))).toBe(body.length);
  expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toBe(long);
});

it('an answer is sent as it is to who does not accept gzip, but varies all the same (E15)', async () => {
  await using gateway = await start(() => ok(long, { vary: 'origin' }), { minimumCompressionSize: 1_024 });
  for (const headers of [[], ['Accept-Encoding: gzip;q=0, br'], ['Accept-Encoding: identity']]) {
    const answer = await gateway.get(...headers);
    expect(answer.body).toBe(long);
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  }
});

it.each([
  ['is small', () => ok('abc'), 1_024],
  ['is empty', () => ok(''), 0],
  ['has a coding of its own', () => ok(long, { 'Content-Encoding': 'br' }), 1_024],
  ['comes from an API without the setting', () => ok(long), undefined],
])('an answer is not compressed when it %s', async (_, answer, minimumCompressionSize) => {
  await using gateway = await start(
    answer,
    minimumCompressionSize === undefined ? {} : { minimumCompressionSize },
  );
  const { headers } = await gateway.get('Accept-Encoding: gzip');
  expect(headers.get('content-encoding')).not.toBe('gzip');
  expect(headers.has('vary')).toBe(false);
});
