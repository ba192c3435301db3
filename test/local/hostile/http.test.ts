import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  assertShaped400,
  errorCode,
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

describe('hostile HTTP requests to a running stack', () => {
  it.each(['TRACE', 'PROPFIND', 'PUT', 'DELETE', 'PATCH'])('E01 rejects the method %s', async (method) => {
    const answer = await ask(`${method} /locations/v3/workcentres`);
    expect([answer.statusCode, errorCode(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toBe('GET, OPTIONS');
  });

  it('E02 rejects POST with a body on a GET operation', async () => {
    const answer = await ask('POST /locations/v2/services', ['Content-Length: 2'], '{}');
    expect([answer.statusCode, errorCode(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('E04 E06 responds to preflights without a key, from any origin', async () => {
    for (const origin of ['null', 'https://evil.test', '']) {
      const { statusCode, headers } = await exchangeRaw(
        url,
        rawRequest('OPTIONS /locations/v2/services', [`Origin: ${origin}`]),
      );
      expect([200, 204]).toContain(statusCode);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      expect(allowed).toEqual(
        expect.arrayContaining(['x-xhr-logon', 'x-requested-with', 'auth-key', 'content-type']),
      );
    }
  });

  it.each([
    ['a bare carriage return', 'https://evil.test\rX: 1'],
    ['a NUL', 'https://evil.test\0'],
  ])('E06 rejects an origin with %s', async (_, origin) => {
    assertShaped400(await exchangeUntilClosed(url, rawRequest(`GET ${path}`, [auth, `Origin: ${origin}`])));
  });

  it('E06 does not echo headers smuggled in an origin, encoded or as a line', async () => {
    for (const origin of ['https://evil.test%0d%0aX-Evil: 1', 'https://evil.test\r\nX-Evil: 1']) {
      const { statusCode, headers } = await ask(`GET ${path}`, [`Origin: ${origin}`]);
      expect(statusCode).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.has('x-evil')).toBe(false);
    }
  });

  it('E07 returns 401 for an unknown path without a key, 404 with one', async () => {
    for (const unknown of ['/nowhere', '/locations/v2/nowhere', '/bill-management-api/v1/nowhere']) {
      const without = await exchangeRaw(url, rawRequest(`GET ${unknown}`));
      expect([without.statusCode, errorCode(without)]).toEqual([401, 'UNAUTHORIZED']);
      const withKey = await ask(`GET ${unknown}`);
      expect([withKey.statusCode, errorCode(withKey)]).toEqual([404, 'METHOD_NOT_FOUND']);
    }
  });

  it('E09 ignores the host in an absolute request target, and never treats it as a path', async () => {
    expect((await ask(`GET http://evil.test${path}`)).statusCode).toBe(200);
    for (const target of [
      `//evil.test${path}`,
      '//locations/v3/workcentres',
      'http://locations/v3/workcentres',
    ]) {
      const answer = await ask(`GET ${target}`);
      expect([answer.statusCode, errorCode(answer)], target).toEqual([404, 'METHOD_NOT_FOUND']);
    }
  });

  it('E11 rejects requests with no host or two hosts', async () => {
    for (const hosts of ['', 'Host: a\r\nHost: b\r\n']) {
      assertShaped400(await exchangeUntilClosed(url, `GET ${path} HTTP/1.1\r\n${hosts}${auth}\r\n\r\n`));
    }
  });

  it.each([
    ['a length and a transfer coding', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 3', 'Content-Length: 4'], 'abcd'],
    ['a folded header', ['X-One: a', ' b'], ''],
    ['a space before the colon', ['X-One : a'], ''],
    ['a bad chunk', ['Transfer-Encoding: chunked'], 'zz\r\nabc\r\n0\r\n\r\n'],
  ])('E13 rejects %s, and closes the connection', async (_, headers, body) => {
    assertShaped400(
      await exchangeUntilClosed(url, rawRequest(`POST ${enquiries}`, [auth, ...headers], body)),
    );
  });

  it('E14 rejects URLs of 9 KB and 17 KB and 2,100 headers, and accepts a URL of 8 KB', async () => {
    const withFoo = (length: number) => ask(`GET ${path}&foo=${'x'.repeat(length)}`);
    expect((await withFoo(8_000)).statusCode).toBe(200);
    const nine = await withFoo(9_000);
    expect([nine.statusCode, errorCode(nine)]).toEqual([400, 'CONSTRAINT_VIOLATION']);
    assertShaped400(
      await exchangeUntilClosed(url, rawRequest(`GET ${path}&foo=${'x'.repeat(17_000)}`, [auth])),
    );
    const headers = Array.from({ length: 2_100 }, (_, index) => `X-Header-${index}: value`);
    assertShaped400(await exchangeRaw(url, rawRequest(`GET ${path}`, [auth, ...headers])));
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
    const large = rawRequest(
      `POST ${enquiries}`,
      [auth, 'Content-Type: application/json', `Content-Length: ${11 * 1024 * 1024}`],
      'x'.repeat(11 * 1024 * 1024),
    );
    assertShaped400(await exchangeUntilClosed(url, large));
    using lying = await openConnection(url);
    const headers = [auth, 'Content-Type: application/json', 'Content-Length: 2'];
    lying.socket.write(rawRequest(`POST ${enquiries}`, headers, '{}garbage\r\n\r\n'));
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
    expect([answer.statusCode, errorCode(answer)]).toEqual([400, 'CONSTRAINT_VIOLATION']);
  });

  it('D18 offers no way to read an enquiry by its reference number', async () => {
    for (const target of [`${enquiries}/0000-0000-00000`, `${enquiries}?referenceNumber=0000-0000-00000`]) {
      expect([404, 405]).toContain((await ask(`GET ${target}`)).statusCode);
    }
  });
});
