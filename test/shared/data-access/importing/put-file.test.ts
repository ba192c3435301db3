import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FileReplaced, headFile, readFileParts } from '../../../../shared/data-access/importing/put-file.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import type { Fault } from '../../../support/faults/fault-proxy-fault.ts';
import { bucketClient, type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';

let store: LocalBucket;
beforeAll(async () => {
  store = await startLocalBucket();
});
afterAll(() => store.close());

const putFile = async (key: string, bytes: Uint8Array) => {
  const { ETag = '' } = await store.put(key, bytes);
  return { client: store.client, bucket: store.bucket, key, etag: ETag.replaceAll('"', '') };
};

/** The client, with answers to reads that fail as often as said; and what was asked of it. */
const failing = (times: number) => {
  const ranges: string[] = [];
  const client = new Proxy(store.client, {
    get: (target, property) => {
      if (property !== 'send') return Reflect.get(target, property);
      return async (command: { readonly input: { readonly Range?: string } }, options: never) => {
        const answer = await target.send(command as never, options);
        const { Range } = command.input;
        if (Range === undefined) return answer;
        ranges.push(Range);
        if (ranges.length > times) return answer;
        return { Body: { transformToByteArray: () => Promise.reject(new Error('aborted')) } };
      };
    },
  });
  return { client, ranges };
};

/** An answer that is whole, but of other bytes than were asked for. */
const answering = (body: string): Fault => ({
  kind: 'answer',
  status: 206,
  headers: { 'content-length': String(body.length) },
  body,
});

/** The same file, read through a proxy that `misbehave` tells what to do. */
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

describe('reading a file of the import bucket', () => {
  it.each([0, 1, 8 * megabytes - 1, 8 * megabytes, 17 * megabytes])(
    'yields all of its %i bytes, at most eight megabytes at once',
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

  it('retries a part that breaks off twice, and fails after three attempts', async () => {
    const file = await putFile('file', Buffer.from('content'));
    const { client, ranges } = failing(2);
    const parts = await Array.fromAsync(readFileParts({ ...file, client }, { bytes: 7 }));
    expect(Buffer.concat(parts).toString()).toBe('content');
    expect(ranges).toEqual(['bytes=0-6', 'bytes=0-6', 'bytes=0-6']);
    const failed = Array.fromAsync(readFileParts({ ...file, client: failing(3).client }, { bytes: 7 }));
    await expect(failed).rejects.toThrow(StoreUnavailable);
  });

  it.each(['', 'conten', 'content and more'])(
    'retries a part whose response is shorter or longer: %j',
    async (body) => {
      const once = await throughProxy((proxy) => proxy.inject(answering(body), { times: 1 }));
      expect(Buffer.concat(await once.read()).toString()).toBe('content');
      expect(once.proxy.received('GetObject')).toBe(2);

      const always = await throughProxy((proxy) => proxy.inject(answering(body)));
      await expect(always.read()).rejects.toThrow(StoreUnavailable);
      expect(always.proxy.received('GetObject')).toBe(3);
    },
  );

  it('throws FileReplaced if the file was replaced or removed', async () => {
    const file = await putFile('file', Buffer.from('content'));
    await putFile('file', Buffer.from('another'));
    await expect(headFile(file)).rejects.toThrow(FileReplaced);
    await expect(Array.fromAsync(readFileParts(file, { bytes: 7 }))).rejects.toThrow(FileReplaced);
    await expect(headFile({ ...file, key: 'no file' })).rejects.toThrow(FileReplaced);
  });
});
