import { createHash, randomBytes } from 'node:crypto';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import type { WritableBucket } from '../../../../../shared/data-access/objects/bucket.ts';
import { openTextUpload } from '../../../../../shared/data-access/publishing/writing/text-upload.ts';
import { startFaultProxy } from '../../../../support/faults/fault-proxy.ts';
import { bucketClient, type LocalBucket, startLocalBucket } from '../../../../support/local-bucket.ts';

export const key = 'versions/1/text.gz';

/** Lines that gzip makes little smaller, of so many megabytes. */
export const incompressibleLines = (megabytes: number): string[] =>
  Array.from({ length: megabytes * 10 }, () => randomBytes(75_000).toString('base64'));

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Uploads the pieces in their order. */
export const upload = async (bucket: WritableBucket, pieces: Iterable<string>) => {
  const file = openTextUpload(bucket, { key, contentType: 'text/plain' });
  for (const piece of pieces) await file.write(piece);
  return file.end();
};

/** What is in the bucket: keys of its objects, and of the uploads that are neither completed nor aborted. */
export const leftIn = async ({ client, bucket, keys }: LocalBucket) => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return { objects: await keys(), uploads: Uploads.map(({ Key }) => Key) };
};

/** Nothing at all. */
export const nothing = { objects: [], uploads: [] };

/** A bucket that is reached through a proxy, which injects faults. */
export const startFaultyBucket = async () => {
  const store = await startLocalBucket();
  const proxy = await startFaultProxy(store.endpoint);
  const client = bucketClient(proxy.endpoint);
  return {
    store,
    proxy,
    through: { client, bucket: store.bucket },
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await proxy[Symbol.asyncDispose]();
      await store.close();
    },
  };
};
