import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { headFile, readFileParts } from '../../../../shared/data-access/importing/put-file.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import type { Fault } from '../../../support/faults/fault-proxy.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { bucketClient, startLocalBucket } from '../../../support/local-bucket.ts';
import { perFile } from '../../../support/per-test.ts';

const store = perFile(startLocalBucket);

const putFile = async (key: string, bytes: Uint8Array) => {
  const { ETag = '' } = await store.put(key, bytes);
  return { client: store.client, bucket: store.bucket, key, etag: ETag.replaceAll('"', '') };
};

/** Complete response with bytes other than those requested. */
const responseOf = (body: string): Fault => ({
  kind: 'answer',
  status: 206,
  headers: { 'content-length': String(body.length) },
  body,
});

const throughProxy = async (misbehave: (proxy: FaultProxy) => void) => {
  const file = await putFile('file', Buffer.from('content'));
  const proxy = await startFaultProxy(store.endpoint);
  const client = bucketClient(proxy.endpoint);
  onTestFinished(async () => {
    client.destroy();
    await proxy[Symbol.asyncDispose]();
  });
  misbehave(proxy);
  return { proxy, read: () => Array.fromAsync(readFileParts({ ...file, client }, { bytes: 7 })) };
};

const megabytes = 1024 * 1024;

describe('reading a file from the import bucket', () => {
  it.each([0, 1, 8 * megabytes, 8 * megabytes + 1])(
    'yields all of its %i bytes in parts of at most 8 MiB',
    async (size) => {
      const bytes = randomBytes(size);
      const file = await putFile('file', bytes);
      const facts = await headFile(file);
      expect(facts).toEqual({ bytes: size, metadata: {}, putAt: expect.stringMatching(/T[\d:]+\.000Z$/) });
      const digest = createHash('sha256');
      for await (const part of readFileParts(file, facts)) {
        expect(part.length).toBeLessThanOrEqual(8 * megabytes);
        digest.update(part);
      }
      expect(digest.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    },
  );

  it.each<[string, Fault]>([
    ['is cut off', { kind: 'cut response', afterBytes: 3 }],
    ...['', 'conten', 'content and more'].map((body): [string, Fault] => [
      `is ${JSON.stringify(body)}`,
      responseOf(body),
    ]),
  ])('retries a part if the response %s, and fails after three attempts', async (_what, fault) => {
    const twice = await throughProxy((proxy) => proxy.inject(fault, { times: 2 }));
    expect(Buffer.concat(await twice.read()).toString()).toBe('content');
    expect(twice.proxy.received('GetObject')).toBe(3);

    const always = await throughProxy((proxy) => proxy.inject(fault));
    await expect(always.read()).rejects.toThrow(StoreUnavailable);
    expect(always.proxy.received('GetObject')).toBe(3);
  });
});
