import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  assertShaped400,
  errorOf,
  exchangeRaw,
  exchangeUntilClosed,
  openConnection,
  rawRequest,
} from '../../infra/local/gateway/raw-http.ts';
import { sharedStack } from '../running-stack.ts';

const { url, key } = sharedStack;
const auth = `AUTH-KEY: ${key}`;
const path = '/locations/v3/workcentres?size=1';
const enquiries = '/bill-management-api/v1/enquiries';

const ask = (line: string, headers: readonly string[] = [], body = '') =>
  exchangeRaw(url, rawRequest(line, [auth, ...headers], body));
const errorTo = async (...request: Parameters<typeof ask>) => errorOf(await ask(...request));
const expect400 = async (request: string) => assertShaped400(await exchangeUntilClosed(url, request));

describe('hostile HTTP requests to a running stack', () => {
  it.each(['TRACE', 'PROPFIND', 'PUT', 'DELETE', 'PATCH'])('E01 rejects the method %s', async (method) => {
    const answer = await ask(`${method} /locations/v3/workcentres`);
    expect(errorOf(answer)).toBe('405 METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('GET, OPTIONS');
  });

  it('E02 rejects POST with a body on a GET operation', async () => {
    const error = await errorTo('POST /locations/v2/services', ['Content-Length: 2'], '{}');
    expect(error).toBe('405 METHOD_NOT_ALLOWED');
  });

  it.each(['null', 'https://evil.test', ''])(
    'E04 E06 responds to a preflight from "%s" without a key',
    async (origin) => {
      const request = rawRequest('OPTIONS /locations/v2/services', [`Origin: ${origin}`]);
      const { statusCode, headers } = await exchangeRaw(url, request);
      expect([200, 204]).toContain(statusCode);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      const required = ['x-xhr-logon', 'x-requested-with', 'auth-key', 'content-type'];
      expect(allowed).toEqual(expect.arrayContaining(required));
    },
  );

  it.each(['https://evil.test\rX: 1', 'https://evil.test\0'])('E06 rejects the origin %j', (origin) =>
    expect400(rawRequest(`GET ${path}`, [auth, `Origin: ${origin}`])),
  );

  it('E06 does not echo headers smuggled in an origin, encoded or as a line', async () => {
    for (const origin of ['https://evil.test%0d%0aX-Evil: 1', 'https://evil.test\r\nX-Evil: 1']) {
      const { statusCode, headers } = await ask(`GET ${path}`, [`Origin: ${origin}`]);
      expect(statusCode).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.has('x-evil')).toBe(false);
    }
  });

  it.each(['/nowhere', '/locations/v2/nowhere', '/bill-management-api/v1/nowhere'])(
    'E07 returns 401 for %s without a key, 404 with one',
    async (unknown) => {
      expect(errorOf(await exchangeRaw(url, rawRequest(`GET ${unknown}`)))).toBe('401 UNAUTHORIZED');
      expect(await errorTo(`GET ${unknown}`)).toBe('404 METHOD_NOT_FOUND');
    },
  );

  it('E09 ignores the host in an absolute request target, and never treats it as a path', async () => {
    expect((await ask(`GET http://evil.test${path}`)).statusCode).toBe(200);
    for (const target of [
      `//evil.test${path}`,
      '//locations/v3/workcentres',
      'http://locations/v3/workcentres',
    ])
      expect(await errorTo(`GET ${target}`), target).toBe('404 METHOD_NOT_FOUND');
  });

  it.each(['', 'Host: a\r\nHost: b\r\n'])('E11 rejects requests with no host or two hosts: %j', (hosts) =>
    expect400(`GET ${path} HTTP/1.1\r\n${hosts}${auth}\r\n\r\n`),
  );

  it.each([
    ['a length and a transfer coding', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 3', 'Content-Length: 4'], 'abcd'],
    ['a folded header', ['X-One: a', ' b'], ''],
    ['a space before the colon', ['X-One : a'], ''],
    ['a bad chunk', ['Transfer-Encoding: chunked'], 'zz\r\nabc\r\n0\r\n\r\n'],
  ])('E13 rejects %s, and closes the connection', (_, headers, body) =>
    expect400(rawRequest(`POST ${enquiries}`, [auth, ...headers], body)),
  );

  it('E14 rejects URLs of 9 KB and 17 KB and 2,100 headers, and accepts a URL of 8 KB', async () => {
    const lineWith = (length: number) => `GET ${path}&foo=${'x'.repeat(length)}`;
    expect((await ask(lineWith(8_000))).statusCode).toBe(200);
    expect(await errorTo(lineWith(9_000))).toBe('400 CONSTRAINT_VIOLATION');
    await expect400(rawRequest(lineWith(17_000), [auth]));
    const headers = Array.from({ length: 2_100 }, (_, index) => `X-Header-${index}: value`);
    assertShaped400(await ask(`GET ${path}`, headers));
  });

  it('E18 rejects other protocols and garbage, and keeps serving', async () => {
    const expecting = await exchangeUntilClosed(url, rawRequest(`GET ${path}`, [auth, 'Expect: 200-ok']));
    expect([400, 417]).toContain(expecting?.statusCode);
    for (const bytes of [
      Buffer.from('1603010200010001fc0303', 'hex'),
      'garbage\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n',
    ]) {
      const answer = await exchangeUntilClosed(url, bytes);
      if (answer !== undefined) assertShaped400(answer);
    }
    const upgraded = await ask(`GET ${path}`, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c']);
    expect(upgraded.statusCode).toBe(200);
  });

  it('D12 rejects a body of 11 MB, and closes the connection if a body exceeds its declared length', async () => {
    const json = [auth, 'Content-Type: application/json'];
    const large = 'x'.repeat(11 * 1024 * 1024);
    await expect400(rawRequest(`POST ${enquiries}`, [...json, `Content-Length: ${large.length}`], large));
    using lying = await openConnection(url);
    lying.socket.write(rawRequest(`POST ${enquiries}`, [...json, 'Content-Length: 2'], '{}garbage\r\n\r\n'));
    await lying.closed();
    expect(lying.answers().map(({ statusCode }) => statusCode)).not.toContain(200);
  });

  it('D14 rejects a gzip bomb without decompressing it', async () => {
    const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    const head = rawRequest(`POST ${enquiries}`, [
      auth,
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      `Content-Length: ${bomb.length}`,
    ]);
    const answer = await exchangeRaw(url, Buffer.concat([Buffer.from(head), bomb]));
    expect(errorOf(answer)).toBe('400 CONSTRAINT_VIOLATION');
  });

  it('D18 offers no way to read an enquiry by its reference number', async () => {
    for (const target of [`${enquiries}/0000-0000-00000`, `${enquiries}?referenceNumber=0000-0000-00000`]) {
      expect([404, 405]).toContain((await ask(`GET ${target}`)).statusCode);
    }
  });
});
