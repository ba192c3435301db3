import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeRaw, rawRequest } from '../gateway/raw-http.ts';
import { type PlainRequest, send, sendSigned, signedHeaders } from './signed-request.ts';
import {
  bucket,
  callsOf,
  clientOf,
  credentials,
  errorOf,
  filesOf,
  startStoreUnderTest,
} from './store-under-test.ts';

const store = await startStoreUnderTest();
afterAll(() => store[Symbol.asyncDispose]());
const { endpoint } = store;
beforeAll(() => store.put('signed'));

const path = `/${bucket}/signed`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const put = (body: string, payload: string, headers = {}) => ({
  method: 'PUT',
  path,
  body,
  payload,
  headers: { 'content-length': String(body.length), ...headers },
});

describe('A signed request', () => {
  it.each<[string, object, string]>([
    [
      'another secret',
      { credentials: { ...credentials, secretAccessKey: 'x' } },
      '403 SignatureDoesNotMatch',
    ],
    ['another access key', { credentials: { ...credentials, accessKeyId: 'X' } }, '403 InvalidAccessKeyId'],
    ['a session token', { credentials: { ...credentials, sessionToken: 'x' } }, '501 NotImplemented'],
    ['another region', { region: 'us-east-1' }, '400 AuthorizationHeaderMalformed'],
    ['no signature', { signer: { sign: async (request: unknown) => request } }, '403 AccessDenied'],
  ])('is rejected with %s', async (_, settings, error) => {
    expect(await errorOf(callsOf(clientOf(endpoint, settings)).put('signed'))).toBe(error);
  });

  it('is required for every method', async () => {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'])
      for (const target of [path, '/'])
        expect(await send(endpoint, { method, path: target }, {})).toBe('403 AccessDenied');
  });

  it.each([
    [-16, '403 RequestTimeTooSkewed'],
    [-14, '200'],
    [16, '403 RequestTimeTooSkewed'],
  ])('dated %i minutes from now gets %s', async (minutes, expected) => {
    const signedAt = new Date(Date.now() + minutes * 60_000);
    const headers = await signedHeaders(endpoint, { path }, { signedAt });
    expect(await send(endpoint, { path }, headers)).toBe(expected);
  });

  it.each<[string, PlainRequest, Record<string, string>, string]>([
    ['an added parameter', { path, query: { 'list-type': '2' } }, {}, '403 SignatureDoesNotMatch'],
    ['another host', { path }, { host: 'evil.test' }, '403 SignatureDoesNotMatch'],
    ['another key', { path: `/${bucket}/other` }, {}, '403 SignatureDoesNotMatch'],
    ['another method', { path, method: 'DELETE' }, {}, '403 SignatureDoesNotMatch'],
    ['an added header', { path }, { 'x-amz-checksum-mode': 'ENABLED' }, '403 AccessDenied'],
    ['another scheme', { path }, { authorization: 'Bearer x' }, '400 AuthorizationHeaderMalformed'],
    [
      'missing fields',
      { path },
      { authorization: 'AWS4-HMAC-SHA256 Credential=a, Signature=b' },
      '400 AuthorizationHeaderMalformed',
    ],
    ['a second signature', { path, query: { 'X-Amz-Algorithm': 'x' } }, {}, '400 InvalidArgument'],
  ])('is rejected with %s', async (_, request, headers, error) => {
    const signed = await signedHeaders(endpoint, { path });
    expect(await send(endpoint, request, { ...signed, ...headers })).toBe(error);
  });

  it.each([
    [sha256('text'), '200'],
    ['UNSIGNED-PAYLOAD', '200'],
    [sha256('other'), '400 XAmzContentSHA256Mismatch'],
    ['nothing', '501 NotImplemented'],
    ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', '501 NotImplemented'],
  ])('with the payload hash %s gets %s', async (payload, expected) => {
    expect(await sendSigned(endpoint, put('text', payload))).toBe(expected);
  });

  it('must have a content length of at most 5 GB', async () => {
    const chunked = { ...put('text', sha256('text')), headers: { 'transfer-encoding': 'chunked' } };
    expect(await sendSigned(endpoint, chunked)).toBe('411 MissingContentLength');
    const tooLarge = put('', 'UNSIGNED-PAYLOAD', { 'content-length': String(5 * 1024 ** 3 + 1) });
    const headers = await signedHeaders(endpoint, tooLarge);
    expect(await send(endpoint, { ...tooLarge, body: 'x' }, headers)).toBe('400 EntityTooLarge');
  });

  it.each<PlainRequest>([
    { path: `/${bucket}` },
    { path: `/${bucket}`, query: { acl: '' } },
    { path, query: { acl: '' } },
    { method: 'PUT', path: `/${bucket}` },
    { method: 'DELETE', path: `/${bucket}` },
    { method: 'POST', path },
    { method: 'PATCH', path },
  ])('is rejected for the unsupported operation %j', async (request) => {
    expect(await sendSigned(endpoint, request)).toBe('501 NotImplemented');
  });
});

describe('A path traversal (F16)', () => {
  it.each([
    ...[
      '/../../etc/passwd',
      '/..%2f..%2fetc%2fpasswd',
      '/..%5c..%5cetc%5cpasswd',
      '/%00',
      '//etc/passwd',
    ].map((key) => `/${bucket}${key}`),
    ...['/objects/folder-id', '/../etc/passwd', '/%2e%2e/etc/passwd', '/..', '//etc/passwd', '/__proto__/x'],
  ])('is treated as the name of a missing key or bucket: %s', async (traversal) => {
    expect((await exchangeRaw(endpoint, rawRequest(`GET ${traversal}`))).statusCode).toBe(403);
    expect(await sendSigned(endpoint, { path: traversal })).toMatch(/^404 NoSuch(Key|Bucket)$/);
  });

  it.each(['/%', '/%zz/x', `/${bucket}/%ff`, `/${bucket}/%c0%80`])('is rejected: %s', async (malformed) => {
    expect(await sendSigned(endpoint, { path: malformed })).toBe('400 InvalidURI');
  });

  it('is rejected in an absolute request target', async () => {
    const { statusCode, body } = await exchangeRaw(endpoint, rawRequest(`GET http://evil.test/${bucket}/x`));
    expect([statusCode, body.includes('InvalidURI')]).toEqual([400, true]);
  });

  it('writes only to the contents folder, under a name that does not contain the key', async () => {
    const before = await filesOf(store.directory);
    for (const key of ['../../escaped', '/etc/escaped', '..', 'C:\\escaped', 'escaped\0.json'])
      await store.put(key, 'x');
    const files = await filesOf(store.directory);
    expect(files).toHaveLength(before.length + 5);
    for (const file of files) expect(file).toMatch(/\/objects\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('is not possible with the Host header', async () => {
    const request = { path: '/absent/x', headers: { host: `${bucket}.localhost` } };
    expect(await send(endpoint, request, await signedHeaders(endpoint, request))).toBe('404 NoSuchBucket');
  });
});
