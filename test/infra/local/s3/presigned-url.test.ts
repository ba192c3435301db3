import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bucket, clientOf, errorIn, startStoreUnderTest } from './store-under-test.ts';

const signingDate = new Date();
const fiveMinutes = 300;
let now = signingDate.getTime();
const store = await startStoreUnderTest({ now: () => now });
afterAll(() => store[Symbol.asyncDispose]());

const Key = 'export/7/workcentres.json.gz';
const closed = 'imports';
const origin = 'https://locator.example';

const presign = (Bucket = bucket) =>
  getSignedUrl(store.client, new GetObjectCommand({ Bucket, Key }), { expiresIn: fiveMinutes, signingDate });

beforeAll(async () => {
  const crossOriginRule = { methods: ['GET', 'HEAD'], exposedHeaders: ['etag', 'content-length'] };
  store.createBucket(bucket, { crossOriginRule });
  store.createBucket(closed);
  for (const Bucket of [bucket, closed]) await store.put(Key, 'all work centres', { Bucket });
});
beforeEach(() => {
  now = signingDate.getTime();
});

describe('A presigned URL', () => {
  it('returns the object without other credentials', async () => {
    const response = await fetch(await presign());
    expect([response.status, await response.text()]).toEqual([200, 'all work centres']);
  });

  it('accepts an upload but rejects headers in the query, such as metadata', async () => {
    const put = async (settings: object) => {
      const client = clientOf(store.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
      const command = new PutObjectCommand({ Bucket: bucket, Key: 'put', ...settings });
      return fetch(await getSignedUrl(client, command, { signingDate }), { method: 'PUT', body: 'x' });
    };
    expect((await put({})).status).toBe(200);
    expect(await errorIn(await put({ Metadata: { note: 'a' } }))).toBe('501 NotImplemented');
  });

  it('supports ranges and conditional requests, also for HEAD', async () => {
    const command = new HeadObjectCommand({ Bucket: bucket, Key });
    const headUrl = await getSignedUrl(store.client, command, { signingDate });
    const head = await fetch(headUrl, { method: 'HEAD', headers: { range: 'bytes=4-7' } });
    expect([head.status, head.headers.get('content-range')]).toEqual([206, 'bytes 4-7/16']);
    const url = await presign();
    const get = (headers: Record<string, string>) => fetch(url, { headers });
    const part = await get({ range: 'bytes=4-7' });
    expect([part.status, await part.text()]).toEqual([206, 'work']);
    const etag = part.headers.get('etag') ?? '';
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ range: 'bytes=4-', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=4-', 'if-range': '"other"' })).status).toBe(200);
  });

  it('expires at the exact second, and is rejected if the clock is 15 minutes behind (F03)', async () => {
    const url = await presign();
    now = Math.floor(now / 1000 + fiveMinutes) * 1000;
    expect((await fetch(url)).status).toBe(200);
    now += 1000;
    expect(await errorIn(await fetch(url))).toBe('403 AccessDenied');
    now = signingDate.getTime() - 15 * 60_000 - 1_000;
    expect(await errorIn(await fetch(url))).toBe('403 AccessDenied');
  });

  it.each([
    ['another key', (url: URL) => (url.pathname = `/${bucket}/manifest.json`)],
    ['another version', (url: URL) => (url.pathname = url.pathname.replace('/7/', '/8/'))],
    [
      'another spelling of the key',
      (url: URL) => (url.pathname = url.pathname.replace('export', '%65xport')),
    ],
    ['a later expiry', (url: URL) => url.searchParams.set('X-Amz-Expires', '301')],
    ['a second expiry', (url: URL) => url.searchParams.append('X-Amz-Expires', '301')],
    ['another signature', (url: URL) => url.searchParams.set('X-Amz-Signature', 'a'.repeat(64))],
    ['an added version', (url: URL) => url.searchParams.set('versionId', '1')],
    ['an added header', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
  ])('is rejected with %s (F04)', async (_, change) => {
    const url = new URL(await presign());
    change(url);
    expect(await errorIn(await fetch(url))).toBe('403 SignatureDoesNotMatch');
  });

  it('is rejected with another method, with an unsigned header, and without a signature (F04)', async () => {
    const url = await presign();
    const refusalFor = async (request: RequestInit) => errorIn(await fetch(url, request));
    expect(await refusalFor({ method: 'DELETE' })).toBe('403 SignatureDoesNotMatch');
    expect(await refusalFor({ method: 'PUT', body: 'x' })).toBe('403 SignatureDoesNotMatch');
    expect(await refusalFor({ headers: { 'x-amz-meta-a': 'b' } })).toBe('403 AccessDenied');
    expect(await errorIn(await fetch(url.split('?')[0] ?? ''))).toBe('403 AccessDenied');
  });

  it.each([
    ['X-Amz-Expires', '0'],
    ['X-Amz-Expires', '1e3'],
    ['X-Amz-Date', 'now'],
    ['X-Amz-SignedHeaders', ''],
    ['X-Amz-Signature', 'zz'],
    ['X-Amz-Algorithm', 'none'],
  ])('is rejected as malformed if %s is %j', async (name, value) => {
    const url = new URL(await presign());
    url.searchParams.set(name, value);
    expect(await errorIn(await fetch(url))).toBe('400 AuthorizationQueryParametersError');
  });

  it('is logged without its signature', async () => {
    await fetch(`${await presign()}0`);
    const lines = store.log.join('\n');
    expect(lines).toContain(Key);
    expect(lines).not.toMatch(/X-Amz-(Credential|Signature)|Signature=/);
  });
});

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-expose-headers': 'etag, content-length',
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
};

const corsHeadersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-')));

describe('A cross-origin request', () => {
  it.each([
    ['CORS headers', bucket, { headers: { origin } }, 200, allowed],
    ['no CORS headers if it has no origin', bucket, {}, 200, {}],
    ['403 if its method is not allowed', bucket, { method: 'DELETE', headers: { origin } }, 403, {}],
    ['no CORS headers if the bucket has no rule', closed, { headers: { origin } }, 200, {}],
  ])('gets %s', async (_, from, request, status, headers) => {
    const response = await fetch(await presign(from), request);
    expect([response.status, corsHeadersOf(response)]).toEqual([status, headers]);
  });

  it('gets CORS headers even with an error', async () => {
    const url = await presign();
    const changed = await fetch(url.replace(Key, 'manifest.json'), { headers: { origin } });
    expect(corsHeadersOf(changed)).toEqual(allowed);
    expect(await errorIn(changed)).toBe('403 SignatureDoesNotMatch');
  });
});

describe('A preflight request', () => {
  const get = { origin, 'access-control-request-method': 'GET' };

  it.each([
    ['the allowed methods without a signature', bucket, get, 200],
    ['403 for another method', bucket, { ...get, 'access-control-request-method': 'PUT' }, 403],
    ['403 for a request header', bucket, { ...get, 'access-control-request-headers': 'auth-key' }, 403],
    ['403 without an origin', bucket, { 'access-control-request-method': 'GET' }, 403],
    ['403 for a bucket without a rule', closed, get, 403],
  ])('gets %s', async (_, from, headers, status) => {
    const response = await fetch(`${store.endpoint}/${from}/${Key}`, { method: 'OPTIONS', headers });
    expect([response.status, corsHeadersOf(response)]).toEqual([status, status === 200 ? allowed : {}]);
  });
});
