import {
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bucket,
  clientOf,
  credentials,
  refusalIn,
  type StoreUnderTest,
  startStoreUnderTest,
} from './store-under-test.ts';

const signingDate = new Date('2026-02-01T10:00:00Z');
const fiveMinutes = 300;
let now = signingDate.getTime();
let store: StoreUnderTest;

const presign = (settings: Partial<GetObjectCommandInput> = {}, client = store.client) =>
  getSignedUrl(
    client,
    new GetObjectCommand({ Bucket: bucket, Key: 'export/7/workcentres.json.gz', ...settings }),
    {
      expiresIn: fiveMinutes,
      signingDate,
    },
  );

beforeAll(async () => {
  store = await startStoreUnderTest({ now: () => now });
  // The SDK's own clock is the machine's: what it puts is put by presigned URLs instead.
  const put = new PutObjectCommand({ Bucket: bucket, Key: 'export/7/workcentres.json.gz' });
  const url = await getSignedUrl(
    clientOf(store.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' }),
    put,
    {
      signingDate,
    },
  );
  const response = await fetch(url, { method: 'PUT', body: 'all work centres' });
  expect(response.status).toBe(200);
});
beforeEach(() => {
  now = signingDate.getTime();
});
afterAll(() => store[Symbol.asyncDispose]());

describe('A presigned URL', () => {
  it('gives the object to whoever holds it', async () => {
    const response = await fetch(await presign());
    expect(await response.text()).toBe('all work centres');
    expect(response.status).toBe(200);
  });

  it('is rejected with a header in its query, such as metadata', async () => {
    const command = new PutObjectCommand({ Bucket: bucket, Key: 'put', Metadata: { note: 'a' } });
    const client = clientOf(store.endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await getSignedUrl(client, command, { signingDate });
    expect(await refusalIn(await fetch(url, { method: 'PUT', body: 'x' }))).toBe('501 NotImplemented');
  });

  it('serves ranges and conditions of its reader', async () => {
    const url = await presign();
    const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'work']);
    const etag = part.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const resume = (ifRange: string) => fetch(url, { headers: { range: 'bytes=4-', 'if-range': ifRange } });
    expect((await resume(etag)).status).toBe(206);
    expect((await resume('"another"')).status).toBe(200);
  });

  it('ends with its life, to the second (F03)', async () => {
    const url = await presign();
    now += fiveMinutes * 1000;
    expect((await fetch(url)).status).toBe(200);
    now += 1000;
    expect(await refusalIn(await fetch(url))).toBe('403 AccessDenied');
    now = signingDate.getTime() - 15 * 60_000 - 1;
    expect(await refusalIn(await fetch(url))).toBe('403 AccessDenied');
  });

  it.each([
    ['another key', (url: URL) => (url.pathname = `/${bucket}/manifest.json`)],
    ['another version', (url: URL) => (url.pathname = url.pathname.replace('/7/', '/8/'))],
    [
      'the same key in other letters',
      (url: URL) => (url.pathname = url.pathname.replace('export', '%65xport')),
    ],
    ['a longer life', (url: URL) => url.searchParams.set('X-Amz-Expires', '301')],
    ['a later date', (url: URL) => url.searchParams.set('X-Amz-Date', '20260201T100001Z')],
    ['another day', (url: URL) => url.searchParams.set('X-Amz-Date', '20260202T100000Z')],
    ['another signature', (url: URL) => url.searchParams.set('X-Amz-Signature', 'a'.repeat(64))],
    ['a version added', (url: URL) => url.searchParams.set('versionId', '1')],
    ['a header added', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
    ['a second life', (url: URL) => url.searchParams.append('X-Amz-Expires-', '9')],
  ])('is worth nothing with %s (F04)', async (_, change) => {
    const url = new URL(await presign());
    change(url);
    expect(await refusalIn(await fetch(url))).toBe('403 SignatureDoesNotMatch');
  });

  it('is worth nothing for another method, with an unsigned header, or without a signature (F04)', async () => {
    const url = await presign();
    expect(await refusalIn(await fetch(url, { method: 'DELETE' }))).toBe('403 SignatureDoesNotMatch');
    expect(await refusalIn(await fetch(url, { method: 'PUT', body: 'x' }))).toBe('403 SignatureDoesNotMatch');
    const headers = { 'x-amz-meta-a': 'b' };
    expect(await refusalIn(await fetch(url, { headers }))).toBe('403 AccessDenied');
    expect(await refusalIn(await fetch(url.split('?')[0] ?? ''))).toBe('403 AccessDenied');
  });

  it.each([
    ['X-Amz-Expires', '604801'],
    ['X-Amz-Expires', '0'],
    ['X-Amz-Expires', '1e3'],
    ['X-Amz-Date', 'now'],
    ['X-Amz-Credential', 'LOCALTEST/../x'],
    ['X-Amz-SignedHeaders', ''],
    ['X-Amz-Signature', 'zz'],
    ['X-Amz-Algorithm', 'none'],
  ])('with %s of %j is malformed', async (name, value) => {
    const url = new URL(await presign());
    url.searchParams.set(name, value);
    expect(await refusalIn(await fetch(url))).toBe('400 AuthorizationQueryParametersError');
  });

  it('of other credentials, another region or a session is refused', async () => {
    const signedBy = (settings: object) =>
      presign({}, clientOf(store.endpoint, { credentials: { ...credentials, ...settings } }));
    expect(await refusalIn(await fetch(await signedBy({ secretAccessKey: 'other' })))).toBe(
      '403 SignatureDoesNotMatch',
    );
    expect(await refusalIn(await fetch(await signedBy({ accessKeyId: 'OTHER' })))).toBe(
      '403 InvalidAccessKeyId',
    );
    expect(await refusalIn(await fetch(await signedBy({ sessionToken: 'token' })))).toBe('400 InvalidToken');
    const elsewhere = await presign({}, clientOf(store.endpoint, { region: 'us-east-1' }));
    expect(await refusalIn(await fetch(elsewhere))).toBe('400 AuthorizationHeaderMalformed');
  });

  it('may be one of HEAD', async () => {
    const head = new HeadObjectCommand({ Bucket: bucket, Key: 'export/7/workcentres.json.gz' });
    const response = await fetch(await getSignedUrl(store.client, head, { signingDate }), { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '16']);
  });

  it('never gets into the log with its signature', async () => {
    await fetch(await presign());
    await fetch(`${await presign()}0`);
    expect(store.log.join('\n')).toContain('export/7/workcentres.json.gz');
    expect(store.log.join('\n')).not.toMatch(/X-Amz|Signature=/);
  });
});
