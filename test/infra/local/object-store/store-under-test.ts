import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import {
  type ObjectStoreOptions,
  startObjectStore,
} from '../../../../infra/local/object-store/object-store.ts';

export const bucket = 'published';
export const region = 'ap-southeast-2';
export const credentials = { accessKeyId: 'LOCALTEST', secretAccessKey: 'a secret of this test' };

export const clientOf = (endpoint: string, settings: S3ClientConfig = {}): S3Client =>
  new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1, ...settings });

/** A store on a directory of its own (or one it is given), with one bucket, until it is disposed of. */
export const startStoreUnderTest = async (settings: Partial<ObjectStoreOptions> = {}) => {
  const directory = settings.directory ?? (await mkdtemp(join(tmpdir(), 'object-store-')));
  const remove = async () => {
    if (settings.directory === undefined) await rm(directory, { recursive: true, maxRetries: 5 });
  };
  const log: string[] = [];
  const options = { credentials, region, log: (line: string) => log.push(line), ...settings, directory };
  const store = await startObjectStore(options).catch(async (error) => {
    await remove();
    throw error;
  });
  await store.createBucket(bucket);
  const client = clientOf(store.endpoint);
  const stop = async () => {
    client.destroy();
    await store.close();
  };
  return {
    endpoint: store.endpoint,
    directory,
    client,
    log,
    createBucket: store.createBucket,
    tellOfCreated: store.tellOfCreated,
    applyLifecycle: store.applyLifecycle,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await remove();
    },
  };
};

/** Status and code of the error that a call of the SDK ends in. */
export const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`;
    throw error;
  }
  throw new Error('the call succeeded');
};

/** Status and code of an answer of the endpoint. */
export const refusalIn = async (response: Response): Promise<string> => {
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
  return `${response.status} ${code}`;
};

/** Names of all files below the directory of the bucket. */
export const filesOf = async (directory: string): Promise<string[]> => {
  const entries = await readdir(join(directory, bucket), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
