import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeRaw, rawRequest } from '../gateway/raw-http.ts';
import { send, sendSigned, signedHeaders } from './signed-request.ts';
import { bucket, filesOf, refusalOf, type StoreUnderTest, startStoreUnderTest } from './store-under-test.ts';

let directory: string;
let store: StoreUnderTest;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-s3-'));
  await writeFile(join(directory, 'secret.json'), 'hidden away');
  store = await startStoreUnderTest({ directory });
  await symlink(join(directory, 'secret.json'), join(directory, 'objects', 'secret.json'));
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
  `/${bucket}/../secret.json`,
  `/${bucket}/secret.json`,
  '/objects/secret.json',
];
const climbingBuckets = [
  '/../etc/passwd',
  '/%2e%2e/etc/passwd',
  '/..',
  '//etc/passwd',
  '/etc%2fpasswd/x',
  '/__proto__/x',
];

describe('A path that leads out of the directory (F16)', () => {
  it.each([...climbing, ...climbingBuckets])('finds nothing unsigned: %s', async (path) => {
    const answer = await exchangeRaw(store.endpoint, rawRequest(`GET ${path}`));
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toMatch(/root:|hidden away/);
  });

  it.each(climbing)('is a key that does not exist: %s', async (path) => {
    expect(await sendSigned(store.endpoint, { path })).toMatch(/^404 NoSuch(Key|Bucket)$/);
  });

  it.each(climbingBuckets)('names no bucket: %s', async (path) => {
    expect(await sendSigned(store.endpoint, { path })).toMatch(/^(404 NoSuchBucket|501 NotImplemented)$/);
  });

  it.each(['/%', '/%zz/x', `/${bucket}/%ff`, `/${bucket}/%c0%80`])('does not decode: %s', async (path) => {
    expect(await sendSigned(store.endpoint, { path })).toBe('400 InvalidURI');
  });

  it('is rejected in absolute form', async () => {
    const answer = await exchangeRaw(store.endpoint, rawRequest(`GET http://evil.test/${bucket}/x`));
    expect([answer.statusCode, answer.body.includes('InvalidURI')]).toEqual([400, true]);
  });

  it('writes into the folder of contents only, under a name that says nothing of the key', async () => {
    for (const Key of ['../../escaped', '/etc/escaped', '..', 'C:\\escaped', 'escaped\0.json'])
      await store.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }));
    const files = (await filesOf(directory)).filter((file) => !file.endsWith('secret.json'));
    expect(files).toHaveLength(5);
    for (const file of files) expect(file).toMatch(/\/objects\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('is not followed if somebody replaces contents by a link', async () => {
    const of = { Bucket: bucket, Key: 'linked' };
    const before = new Set(await filesOf(directory));
    await store.client.send(new PutObjectCommand({ ...of, Body: 'hidden away' }));
    const [file = ''] = (await filesOf(directory)).filter((each) => !before.has(each));
    await rm(file);
    await symlink(join(directory, 'secret.json'), file);
    expect(await refusalOf(store.client.send(new GetObjectCommand(of)))).toBe('500 InternalError');
  });

  it('cannot be put in by the Host header', async () => {
    const request = { path: '/absent/x', headers: { host: `${bucket}.localhost` } };
    const headers = await signedHeaders(store.endpoint, request);
    expect(await send(store.endpoint, request, headers)).toBe('404 NoSuchBucket');
  });
});
