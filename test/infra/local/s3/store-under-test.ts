import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type S3Settings, startS3 } from '../../../../infra/local/s3/server.ts';
import { openState } from '../../../../infra/local/state.ts';

export const bucket = 'published';
export const region = 'ap-southeast-2';
export const credentials = { accessKeyId: 'LOCALTEST', secretAccessKey: 'a secret of this test' };

export const clientOf = (endpoint: string, settings: S3ClientConfig = {}): S3Client =>
  new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1, ...settings });

/** Returns shorthand functions for calls on the test bucket. */
export const callsOf = (client: S3Client) => {
  const get = (Key: string, settings: Partial<GetObjectCommandInput> = {}) =>
    client.send(new GetObjectCommand({ Bucket: bucket, Key, ...settings }));
  return {
    put: (
      Key: string,
      Body: PutObjectCommandInput['Body'] = Key,
      settings: Partial<PutObjectCommandInput> = {},
    ) => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ...settings })),
    get,
    textOf: async (Key: string, settings = {}) => (await get(Key, settings)).Body?.transformToString(),
    head: (Key: string, settings = {}) =>
      client.send(new HeadObjectCommand({ Bucket: bucket, Key, ...settings })),
    keys: async (settings = {}) => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, ...settings }));
      return Contents.map(({ Key }) => Key);
    },
  };
};

type StoreSettings = Partial<Omit<S3Settings, 'state'>>;

export const startStoreIn = async (directory: string, settings: StoreSettings = {}) => {
  const state = openState(join(directory, 'state.sqlite'));
  const store = await startS3({
    state,
    directory: join(directory, 'objects'),
    credentials,
    region,
    ...settings,
  }).catch((error) => {
    state.close();
    throw error;
  });
  store.createBucket(bucket);
  const close = async () => {
    await store.close();
    state.close();
  };
  return { ...store, state, close };
};

/** Starts a store and a client, in a temporary directory or in a given directory, which is not removed. */
export const startStoreUnderTest = async ({
  directory: given,
  ...settings
}: StoreSettings & { readonly directory?: string } = {}) => {
  const directory = given ?? (await mkdtemp(join(tmpdir(), 'waypost-s3-')));
  const remove = async () => {
    if (given === undefined) await rm(directory, { recursive: true, maxRetries: 5 });
  };
  const log: string[] = [];
  const store = await startStoreIn(directory, { log: (line) => log.push(line), ...settings }).catch(
    async (error) => {
      await remove();
      throw error;
    },
  );
  const client = clientOf(store.endpoint);
  const stop = async () => {
    client.destroy();
    await store.close();
  };
  return {
    ...store,
    ...callsOf(client),
    directory,
    client,
    log,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await remove();
    },
  };
};

/** Returns the status and error code with which an SDK call fails. */
export const errorOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`;
    throw error;
  }
  throw new Error('the call succeeded');
};

export const errorIn = async (response: Response): Promise<string> => {
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
  return `${response.status} ${code}`;
};

export const filesOf = async (directory: string): Promise<string[]> =>
  (await readdir(join(directory, 'objects')))
    .filter((name) => name !== 'folder-id')
    .map((name) => join(directory, 'objects', name));
