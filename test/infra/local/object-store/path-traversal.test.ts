import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeRaw, rawRequest } from '../gateway/raw-http.ts';
import { send, sendSigned, signedHeaders } from './signed-request.ts';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

let directory: string;
let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
  const elsewhere = join(directory, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'secret.json'), 'hidden away');
  await mkdir(join(directory, 'objects'));
  await symlink(elsewhere, join(directory, 'objects', 'linked-bucket'));
  store = await startStoreUnderTest({ directory: join(directory, 'objects') });
  await symlink(join(elsewhere, 'secret.json'), join(directory, 'objects', bucket, 'data', 'secret.json'));
});
afterAll(async () => {
  await store.stop();
  await rm(directory, { recursive: true });
});

const climbing = [
  `/${bucket}/../../etc/passwd`,
  `/${bucket}/..%2f..%2fetc%2fpasswd`,
  `/${bucket}/%2e%2e/%2e%2e/etc/passwd`,
  `/${bucket}/..%5c..%5cetc%5cpasswd`,
  `/${bucket}/%00`,
  `/${bucket}//etc/passwd`,
  `/${bucket}/../elsewhere/secret.json`,
  `/${bucket}/objects`,
  `/${bucket}/data/secret.json`,
  '/linked-bucket/secret.json',
];
const climbingBuckets = [
  '/../etc/passwd',
  '/%2e%2e/etc/passwd',
  '/..',
  '//etc/passwd',
  '/etc%2fpasswd/x',
  '/__proto__/x',
];

describe('A path that climbs out of the directory (F16)', () => {
  it.each([...climbing, ...climbingBuckets])('finds nothing unsigned: %s', async (path) => {
    const answer = await exchangeRaw(store.endpoint, rawRequest(`GET ${path}`));
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toMatch(/root:|hidden away/);
  });

  it.each(climbing)('is a key that is not there: %s', async (path) => {
    expect(await sendSigned(store.endpoint, { path })).toMatch(/^404 NoSuch(Key|Bucket)$/);
  });

  it.each(climbingBuckets)('names no bucket: %s', async (path) => {
    expect(await sendSigned(store.endpoint, { path })).toMatch(
      /^(400 InvalidBucketName|501 NotImplemented)$/,
    );
  });

  it.each(['/%', '/%zz/x', `/${bucket}/%ff`, `/${bucket}/%c0%80`])('does not decode: %s', async (path) => {
    expect(await sendSigned(store.endpoint, { path })).toBe('400 InvalidURI');
  });

  it('is refused in absolute form', async () => {
    const answer = await exchangeRaw(store.endpoint, rawRequest(`GET http://evil.test/${bucket}/x`));
    expect([answer.statusCode, answer.body.includes('InvalidURI')]).toEqual([400, true]);
  });

  it('writes only below the bucket, under a name that says nothing of the key', async () => {
    for (const Key of ['../../escaped', '/etc/escaped', '..', 'C:\\escaped', 'escaped\0.json']) {
      await store.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }));
    }
    const files = await filesOf(join(directory, 'objects'));
    expect(files).toHaveLength(10);
    for (const file of files) expect(file).toMatch(/\/(objects\/[0-9a-f]{64}\.json|data\/[0-9a-f-]{36})$/);
    expect(files.every((file) => file.startsWith(join(directory, 'objects', bucket)))).toBe(true);
  });

  it('cannot be put in by the Host header', async () => {
    const request = { path: '/absent/x', headers: { host: `${bucket}.localhost` } };
    const headers = await signedHeaders(store.endpoint, request);
    expect(await send(store.endpoint, request, headers)).toBe('404 NoSuchBucket');
  });
});
