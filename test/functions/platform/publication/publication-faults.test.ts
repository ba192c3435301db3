import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bulkLimits, documentClient, s3Client } from '../../../../shared/data-access/clients.ts';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import {
  type FaultProxy,
  type ProxiedRequest,
  startFaultProxy,
} from '../../../support/faults/fault-proxy.ts';
import {
  s3InternalError,
  slowDown,
  throttling,
  throughputExceeded,
} from '../../../support/faults/fault-proxy-fault.ts';
import { bucketClient, type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/networks/network-records.ts';
import {
  networkOf,
  publishNetwork,
  runPublisher,
  servedFrom,
} from '../../../support/networks/publish-network.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { networkOfTables } from '../../../support/tables/network-of-tables.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';

let store: LocalBucket;
let bucketProxy: FaultProxy;
beforeEach(async () => {
  store = await startLocalBucket();
  bucketProxy = await startFaultProxy(store.endpoint);
});
afterEach(async () => {
  await bucketProxy[Symbol.asyncDispose]();
  await store.close();
});

/** Publishes this many offices, with only two attempts per request. */
const publish = async (count: number) => {
  const client = bucketClient(bucketProxy.endpoint);
  try {
    return await publishNetwork(sdkBucket(client, store.bucket), networkOf(postOffices(count)));
  } finally {
    client.destroy();
  }
};

const requestOf =
  (expected: string) =>
  (name: string) =>
  ({ operation, path }: ProxiedRequest) =>
    operation === expected && path.split('?')[0]?.endsWith(name) === true;
const putting = requestOf('PutObject');
const getting = requestOf('GetObject');

describe('F13: publishing to S3', () => {
  it('fails and keeps the previous version while connections are refused, and succeeds afterwards', async () => {
    const previous = await publish(3);
    await bucketProxy.refuse();
    await expect(publish(4)).rejects.toThrow(StoreUnavailable);
    expect(await servedFrom(store)).toEqual({ version: previous.version, size: 3 });
    await bucketProxy.accept();
    await publish(4);
    expect((await servedFrom(store)).size).toBe(4);
  });

  it.each([
    ['throttles', slowDown],
    ['returns 500', s3InternalError],
  ])('succeeds if S3 sometimes %s', async (_what, fault) => {
    bucketProxy.inject(fault, { chance: 0.15 });
    const client = bucketClient(bucketProxy.endpoint, 10);
    await publishNetwork(sdkBucket(client, store.bucket), networkOf(postOffices(5)));
    expect(bucketProxy.faulted()).toBeGreaterThan(0);
    expect((await servedFrom(store)).size).toBe(5);
    client.destroy();
  });

  it('fails and keeps the previous version if S3 never responds', async () => {
    const { version } = await publish(3);
    bucketProxy.inject({ kind: 'hang' }, { when: putting('catalogue.bin') });
    await expect(publish(4)).rejects.toThrow(StoreUnavailable);
    expect((await servedFrom(store)).version).toBe(version);
  });

  it.each(['catalogue.bin', 'workcentres.json.gz', 'changes.ndjson.gz', 'manifest.json'])(
    'succeeds if the upload of %s is cut off once',
    async (name) => {
      bucketProxy.inject({ kind: 'cut request', afterBytes: 20 }, { when: putting(name), times: 1 });
      await publish(5);
      expect(bucketProxy.faulted()).toBe(1);
      expect((await servedFrom(store)).size).toBe(5);
    },
  );

  it.each(['catalogue.bin', 'workcentres.csv.gz', 'no-changes.ndjson.gz', 'history.json'])(
    'fails and keeps the previous version if reading back %s is always cut off',
    async (name) => {
      const { version } = await publish(3);
      bucketProxy.inject({ kind: 'cut response', afterBytes: 30 }, { when: getting(name) });
      await expect(publish(4)).rejects.toThrow(StoreUnavailable);
      expect((await servedFrom(store)).version).toBe(version);
    },
  );

  it.each(['lease.json', 'manifest.json'])(
    'publishes one version if the response for %s is lost',
    async (name) => {
      bucketProxy.inject({ kind: 'lose answer' }, { when: putting(name), times: 1 });
      const { version } = await publish(5);
      expect(bucketProxy.faulted()).toBe(1);
      expect(await servedFrom(store)).toEqual({ version, size: 5 });
    },
  );
});

describe('publishing from DynamoDB', () => {
  let database: EmbeddedTables;
  let tablesProxy: FaultProxy;
  beforeEach(async () => {
    database = await startEmbeddedTables();
    tablesProxy = await startFaultProxy(database.engine.endpoint);
    await storeRows(database, 'locations', postOffices(8));
  });
  afterEach(async () => {
    await tablesProxy[Symbol.asyncDispose]();
    await database.close();
  });

  const publishTables = async () => {
    const client = documentClient({
      endpoint: tablesProxy.endpoint,
      region: 'ap-southeast-2',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      requestTimeout: bulkLimits.requestTimeout,
      attempts: 4,
    });
    const tables = networkOfTables({ client, tables: database.tables });
    try {
      return await runPublisher(store, networkOf([]), { tables });
    } finally {
      client.destroy();
    }
  };

  it.each([
    ['throttles', throttling],
    ['has no capacity for', throughputExceeded],
  ])('reads all rows if DynamoDB %s some requests', async (_what, fault) => {
    tablesProxy.inject(fault, { times: 3 });
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
    expect(tablesProxy.faulted()).toBe(3);
  });

  it('fails and keeps the previous version if DynamoDB throttles all requests', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(8)));
    tablesProxy.inject(throttling);
    await expect(publishTables()).rejects.toThrow(StoreUnavailable);
    expect((await servedFrom(store)).version).toBe(version);
  });

  it('reads all rows if a page is cut off', async () => {
    tablesProxy.inject({ kind: 'cut response', afterBytes: 500 }, { times: 2 });
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
  });

  it('fails while DynamoDB is unreachable, and succeeds afterwards', async () => {
    await tablesProxy.refuse();
    await expect(publishTables()).rejects.toThrow(StoreUnavailable);
    await tablesProxy.accept();
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
  });
});

const storedObject = z.object({ contentsFile: z.string() });

/** Returns the file on disk that stores the object whose key has this ending. */
const contentsFileOf = (ending: string): string => {
  using database = new DatabaseSync(join(store.directory, 'state.sqlite'), { readOnly: true });
  const row = database
    .prepare("SELECT object ->> 'contentsFile' AS contentsFile FROM objects WHERE key LIKE ?")
    .get(`%${ending}`);
  return join(store.directory, 'objects', storedObject.parse(row).contentsFile);
};

const flipBit = async (path: string, share: number): Promise<void> => {
  const file = await open(path, 'r+');
  const at = Math.floor(((await file.stat()).size - 1) * share);
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: at });
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 0x10]), 0, 1, at);
  await file.close();
};

/** Uses the publisher's client, with which the SDK verifies checksums. */
const withStore = async <T>(use: (bucket: Bucket) => Promise<T>) => {
  const { endpoint, credentials, bucket } = store;
  const client = s3Client({ ...bulkLimits, endpoint, credentials, region: 'ap-southeast-2' });
  try {
    return await use(sdkBucket(client, bucket));
  } finally {
    client.destroy();
  }
};

const publishVerified = (count: number) =>
  withStore((bucket) => runPublisher(bucket, networkOf(postOffices(count)), { event: { reason: 'test' } }));

describe('a bit flipped on disk (F09)', () => {
  const objects = [
    'manifest.json',
    'runs.json',
    'lease.json',
    'catalogue.bin',
    'removed.ndjson.gz',
    'history.json',
  ];

  it.each(objects.flatMap((name) => [0, 0.5, 1].map((share) => ({ name, share }))))(
    'in $name, at $share of its length, is repaired by the next publication',
    async ({ name, share }) => {
      await publishVerified(20);
      const { version } = await withStore(servedFrom);
      await flipBit(contentsFileOf(name), share);
      const result = await publishVerified(21);
      expect(result.status).toBe('published');
      const served = await withStore(servedFrom);
      expect(served.size).toBe(21);
      expect(served.version > version).toBe(true);
    },
  );
});
