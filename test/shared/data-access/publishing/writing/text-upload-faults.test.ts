import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTextUpload } from '../../../../../shared/data-access/publishing/writing/text-upload.ts';
import { StoreUnavailable } from '../../../../../shared/domain/store-unavailable.ts';
import { s3InternalError, slowDown } from '../../../../support/faults/fault-proxy-fault.ts';
import { incompressibleLines, key, leftIn, nothing, startFaultyBucket, upload } from './text-under-test.ts';

const largeFile = incompressibleLines(20);

let bucket: Awaited<ReturnType<typeof startFaultyBucket>>;
beforeEach(async () => {
  bucket = await startFaultyBucket();
});
afterEach(() => bucket[Symbol.asyncDispose]());

const open = () => openTextUpload(bucket.through, { key, contentType: 'text/plain' });

/** Writes until so much must have been sent that S3 has answered for a part of it. */
const writeBeyondOnePart = async (file: ReturnType<typeof open>) => {
  for (const line of largeFile) await file.write(line);
};

describe('a text upload while S3 fails', () => {
  it.each([
    ['refuses the second part', s3InternalError, /partNumber=2/],
    [
      'ends the connection in the second part',
      { kind: 'cut request', afterBytes: 1_000_000 },
      /partNumber=2/,
    ],
    ['never answers for the second part', { kind: 'hang' }, /partNumber=2/],
    ['begins no upload', slowDown, /uploads/],
    ['does not complete the upload', s3InternalError, /\?uploadId=/],
  ] as const)('F13: leaves nothing when it %s', async (_fault, fault, path) => {
    bucket.proxy.inject(fault, {
      when: (request) => request.method !== 'DELETE' && path.test(request.path),
    });
    await expect(upload(bucket.through, largeFile)).rejects.toThrow(StoreUnavailable);
    expect(bucket.proxy.faulted()).toBeGreaterThan(0);
    expect(await leftIn(bucket.store)).toEqual(nothing);
  });

  it('F13: leaves nothing of a small file that is refused', async () => {
    bucket.proxy.inject(slowDown);
    await expect(upload(bucket.through, ['small'])).rejects.toThrow(StoreUnavailable);
    expect(await leftIn(bucket.store)).toEqual(nothing);
  });

  it('sends a part again that was refused once', async () => {
    bucket.proxy.inject(slowDown, { when: ({ path }) => path.includes('partNumber=2'), times: 1 });
    await upload(bucket.through, largeFile);
    expect(await leftIn(bucket.store)).toEqual({ objects: [key], uploads: [] });
  });

  it('keeps failing its writer, who then may abort', async () => {
    await bucket.proxy.refuse();
    const file = open();
    await expect(writeBeyondOnePart(file)).rejects.toThrow(StoreUnavailable);
    await expect(writeBeyondOnePart(file)).rejects.toThrow(StoreUnavailable);
    await expect(file.end()).rejects.toThrow(StoreUnavailable);
    await file.abort();
  });

  it('leaves what it cannot remove to the lifecycle, and fails all the same', async () => {
    bucket.proxy.inject(s3InternalError, { when: ({ path }) => path.includes('partNumber=2') });
    bucket.proxy.inject(s3InternalError, { when: ({ operation }) => operation === 'AbortMultipartUpload' });
    await expect(upload(bucket.through, largeFile)).rejects.toThrow(StoreUnavailable);
    expect(await leftIn(bucket.store)).toEqual({ objects: [], uploads: [key] });
  });
});

describe('a text upload that is aborted', () => {
  it('leaves nothing of what was not sent yet', async () => {
    const file = open();
    await file.write('some text');
    await file.abort();
    await file.abort();
    await expect(file.end()).rejects.toMatchObject({ name: 'AbortError' });
    expect(await leftIn(bucket.store)).toEqual(nothing);
    expect(bucket.proxy.received('PutObject')).toBe(0);
  });

  it('leaves nothing of the parts that were sent', async () => {
    const file = open();
    await writeBeyondOnePart(file);
    expect(bucket.proxy.received('UploadPart')).toBeGreaterThan(0);
    await file.abort();
    await expect(writeBeyondOnePart(file)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await leftIn(bucket.store)).toEqual(nothing);
  });

  it('stays when it has come to its end', async () => {
    const file = open();
    await file.write('some text');
    await file.end();
    await file.abort();
    expect(await leftIn(bucket.store)).toEqual({ objects: [key], uploads: [] });
  });
});
