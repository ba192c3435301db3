import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { startS3 } from '../../infra/local/s3/server.ts';
import { openState } from '../../infra/local/state.ts';
import { bulkLimits, s3Client } from '../../shared/data-access/clients.ts';
import type { S3Location } from '../../shared/data-access/objects/object-reader.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
const region = 'ap-southeast-2';
const bucket = 'published';
const importBucket = 'imports';

/** Returns a client with the publisher's timeout, because on a busy machine a store may take a second to respond. */
export const bucketClient = (endpoint: string, attempts = 2): S3Client =>
  s3Client({ ...bulkLimits, attempts, endpoint, region, credentials });

/** Starts an S3 endpoint with its own folder and two empty buckets, for one test. */
export const startLocalBucket = async (now: () => number = Date.now) => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-bucket-'));
  const state = openState(join(directory, 'state.sqlite'));
  const store = await startS3({ state, directory: join(directory, 'objects'), credentials, region, now });
  store.createBucket(bucket);
  store.createBucket(importBucket);
  const client = bucketClient(store.endpoint);
  return {
    directory,
    endpoint: store.endpoint,
    ...sdkBucket(client, bucket),
    /** Returns the bucket's location for functions, at this endpoint or at a proxy's. */
    placeAt: (endpoint = store.endpoint): S3Location => ({ bucket, region, credentials, endpoint }),
    imports: sdkBucket(client, importBucket),
    credentials,
    findObject: store.findObject,
    onCreated: store.onCreated,
    stop: () => store.close(),
    get: async (key: string): Promise<Uint8Array> => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    },
    put: (key: string, body: Uint8Array | string) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body })),
    keys: async (): Promise<string[]> => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.flatMap(({ Key }) => Key ?? []);
    },
    close: async () => {
      client.destroy();
      await store.close();
      state.close();
      // A request whose client has disconnected may still be writing.
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
export type LocalBucket = Awaited<ReturnType<typeof startLocalBucket>>;
