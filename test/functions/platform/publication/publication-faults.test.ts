import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bulkLimits, documentClient, s3Client } from '../../../../shared/data-access/clients.ts';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import {
  type ProxiedRequest,
  s3InternalError,
  slowDown,
  startFaultProxy,
  throttling,
  throughputExceeded,
} from '../../../support/faults/fault-proxy.ts';
import { bucketClient, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/networks/network-records.ts';
import {
  networkOf,
  networkOfTables,
  publishNetwork,
  runPublisher,
  servedFrom,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storeRows } from '../../../support/tables/store-tables.ts';

const store = perTest(startLocalBucket);
const bucketProxy = perTest(() => proxyOf(store.endpoint));

const proxyOf = async (endpoint: string) => {
  const proxy = await startFaultProxy(endpoint);
  return { ...proxy, close: () => proxy[Symbol.asyncDispose]() };
};

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

  it('succeeds if S3 sometimes throttles or returns 500', async () => {
    for (const fault of [slowDown, s3InternalError]) bucketProxy.inject(fault, { chance: 0.1 });
    const client = bucketClient(bucketProxy.endpoint, 10);
    await publishNetwork(sdkBucket(client, store.bucket), networkOf(postOffices(5)));
    expect(bucketProxy.faulted()).toBeGreaterThan(0);
    expect((await servedFrom(store)).size).toBe(5);
    client.destroy();
  });

  it('fails and keeps the previous version if S3 never responds', async () => {
    const { version } = await publish(3);
    bucketProxy.inject({ kind: 'hang' }, { when: putting('catalogue.bin') });
    const { endpoint } = bucketProxy;
    const { credentials, bucket } = store;
    // The publisher's own timeout is 10 seconds.
    const limits = { requestTimeout: 1_000, attempts: 2 };
    const client = s3Client({ ...limits, endpoint, credentials, region: 'ap-southeast-2' });
    const publishing = publishNetwork(sdkBucket(client, bucket), networkOf(postOffices(4)));
    await expect(publishing).rejects.toThrow(StoreUnavailable);
    client.destroy();
    expect((await servedFrom(store)).version).toBe(version);
  });

  it('succeeds if the upload of a snapshot, an export or the manifest is cut off once', async () => {
    const names = ['catalogue.bin', 'workcentres.json.gz', 'manifest.json'];
    for (const name of names)
      bucketProxy.inject({ kind: 'cut request', afterBytes: 20 }, { when: putting(name), times: 1 });
    await publish(5);
    expect(bucketProxy.faulted()).toBe(3);
    expect((await servedFrom(store)).size).toBe(5);
  });

  it('fails and keeps the previous version if reading back a snapshot or an export is always cut off', async () => {
    const { version } = await publish(3);
    for (const name of ['catalogue.bin', 'workcentres.csv.gz']) {
      bucketProxy.inject({ kind: 'cut response', afterBytes: 30 }, { when: getting(name) });
      await expect(publish(4), name).rejects.toThrow(StoreUnavailable);
      expect((await servedFrom(store)).version, name).toBe(version);
      bucketProxy.pass();
    }
  });

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
  const database = perTest(startEmbeddedTables);
  const tablesProxy = perTest(() => proxyOf(database.engine.endpoint));
  beforeEach(() => storeRows(database, 'locations', postOffices(8)));

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

  it('reads all rows if DynamoDB throttles some requests, has no capacity or cuts off a page', async () => {
    for (const fault of [throttling, throughputExceeded]) tablesProxy.inject(fault, { times: 2 });
    tablesProxy.inject({ kind: 'cut response', afterBytes: 500 }, { times: 1 });
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
    expect(tablesProxy.faulted()).toBe(5);
  });

  it('fails and keeps the previous version while DynamoDB throttles or refuses all requests, and succeeds afterwards', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(8)));
    tablesProxy.inject(throttling);
    await expect(publishTables()).rejects.toThrow(StoreUnavailable);
    await tablesProxy.refuse();
    await expect(publishTables()).rejects.toThrow(StoreUnavailable);
    expect((await servedFrom(store)).version).toBe(version);
    tablesProxy.pass();
    await tablesProxy.accept();
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
  });
});

const storedObject = z.object({ contentsFile: z.string() });

/** Returns the file on disk that stores the last object whose key matches the pattern. */
const contentsFileOf = (pattern: string): string => {
  using database = new DatabaseSync(join(store.directory, 'state.sqlite'), { readOnly: true });
  const row = database
    .prepare(
      "SELECT object ->> 'contentsFile' AS contentsFile FROM objects WHERE key LIKE ? ORDER BY key DESC",
    )
    .get(pattern);
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
  it('in any kind of file is repaired by the next publication', async () => {
    await publishVerified(20);
    const ofVersion = ['catalogue.bin', 'removed.ndjson.gz', 'history.json'].map(
      (name) => `versions/%/${name}`,
    );
    const names = ['runs.json', 'manifest.json', 'lease.json', ...ofVersion, 'manifest.json'];
    for (const [index, name] of names.entries()) {
      const { version } = await withStore(servedFrom);
      await flipBit(contentsFileOf(name), (index % 3) / 2);
      const result = await publishVerified(21 + index);
      expect([name, result.status]).toEqual([name, 'published']);
      const served = await withStore(servedFrom);
      expect(served.size, name).toBe(21 + index);
      expect(served.version > version, name).toBe(true);
    }
  });
});
