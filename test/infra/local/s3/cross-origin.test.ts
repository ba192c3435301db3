import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, refusalIn, type StoreUnderTest, startStoreUnderTest } from './store-under-test.ts';

/** A bucket without rules, next to the one that pages may read. */
const closed = 'imports';
const Key = 'versions/1/workcentres.json.gz';
const origin = 'https://locator.example';

let now = Date.now();
let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest({ now: () => now });
  const crossOriginRules = [{ methods: ['GET', 'HEAD'], exposedHeaders: ['etag', 'content-length'] }];
  store.createBucket(bucket, { crossOriginRules });
  store.createBucket(closed);
  for (const Bucket of [bucket, closed]) {
    await store.client.send(new PutObjectCommand({ Bucket, Key, Body: 'all work centres' }));
  }
});
afterAll(() => store[Symbol.asyncDispose]());

const linkInto = (Bucket: string) =>
  getSignedUrl(store.client, new GetObjectCommand({ Bucket, Key }), { expiresIn: 300 });

/** Headers of an answer that browsers go by. */
const corsHeadersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-')));

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-expose-headers': 'etag, content-length',
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
};

describe('a file of a bucket with a CORS rule', () => {
  it('may be read by a page of any origin', async () => {
    const response = await fetch(await linkInto(bucket), { headers: { origin } });
    expect([response.status, await response.text()]).toEqual([200, 'all work centres']);
    expect(corsHeadersOf(response)).toEqual(allowed);
  });

  it('is sent without CORS headers when no page asks', async () => {
    const response = await fetch(await linkInto(bucket));
    expect([response.status, corsHeadersOf(response)]).toEqual([200, {}]);
  });

  it('lets a page read why its URL does not work', async () => {
    const url = await linkInto(bucket);
    const changed = await fetch(url.replace(Key, 'manifest.json'), { headers: { origin } });
    expect(corsHeadersOf(changed)).toEqual(allowed);
    expect(await refusalIn(changed)).toBe('403 SignatureDoesNotMatch');
    now += 301_000;
    const expired = await fetch(url, { headers: { origin } });
    now -= 301_000;
    expect(corsHeadersOf(expired)).toEqual(allowed);
    expect(await refusalIn(expired)).toBe('403 AccessDenied');
  });

  it('says nothing to a page about a method that the rule does not name', async () => {
    const response = await fetch(await linkInto(bucket), { method: 'DELETE', headers: { origin } });
    expect([response.status, corsHeadersOf(response)]).toEqual([403, {}]);
  });
});

it('a file of a bucket without a rule is closed to pages', async () => {
  const response = await fetch(await linkInto(closed), { headers: { origin } });
  expect([response.status, await response.text()]).toEqual([200, 'all work centres']);
  expect(corsHeadersOf(response)).toEqual({});
});

describe('a preflight', () => {
  const ask = (Bucket: string, headers: Record<string, string>) =>
    fetch(`${store.endpoint}/${Bucket}/${Key}?X-Amz-Signature=x`, { method: 'OPTIONS', headers });
  const get = { origin, 'access-control-request-method': 'GET' };

  it('allows the methods of the rule, without a signature', async () => {
    const response = await ask(bucket, get);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(corsHeadersOf(response)).toEqual(allowed);
  });

  it.each([
    ['another method', { ...get, 'access-control-request-method': 'PUT' }],
    ['a header such as the key', { ...get, 'access-control-request-headers': 'auth-key' }],
  ])('returns 403 for %s', async (_, headers) => {
    const response = await ask(bucket, headers);
    expect(corsHeadersOf(response)).toEqual({});
    expect(await refusalIn(response)).toBe('403 AccessForbidden');
  });

  it('returns 403 for a bucket without a rule, and for one that does not exist', async () => {
    expect(await refusalIn(await ask(closed, get))).toBe('403 AccessForbidden');
    expect(await refusalIn(await ask('nothing-here', get))).toBe('403 AccessForbidden');
  });

  it.each([
    ['an origin', { 'access-control-request-method': 'GET' }],
    ['a method', { origin }],
  ])('returns 400 without %s', async (_, headers) => {
    expect(await refusalIn(await ask(bucket, headers))).toBe('400 BadRequest');
  });
});
