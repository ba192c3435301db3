import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bulkLimits, documentClient } from '../../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { networkTables } from '../../../../shared/data-access/publishing/network-tables.ts';
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

/** The bucket as a publisher reaches it, but with two attempts. */
const publish = async (count: number) => {
  const client = bucketClient(bucketProxy.endpoint);
  try {
    return await publishNetwork(sdkBucket(client, store.bucket), networkOf(postOffices(count)));
  } finally {
    client.destroy();
  }
};

const putting =
  (name: string) =>
  ({ operation, path }: ProxiedRequest) =>
    operation === 'PutObject' && path.split('?')[0]?.endsWith(name) === true;

const getting =
  (name: string) =>
  ({ operation, path }: ProxiedRequest) =>
    operation === 'GetObject' && path.split('?')[0]?.endsWith(name) === true;

describe('F13: publishing while S3', () => {
  it('refuses connections fails, leaves the previous version, and is done with the next run', async () => {
    const former = await publish(3);
    await bucketProxy.refuse();
    await expect(publish(4)).rejects.toThrow(StoreUnavailable);
    expect(await servedFrom(store)).toEqual({ version: former.version, size: 3 });
    await bucketProxy.accept();
    await publish(4);
    expect((await servedFrom(store)).size).toBe(4);
  });

  it.each([
    ['asks for fewer requests', slowDown],
    ['fails inside', s3InternalError],
  ])('%s now and then is done', async (_what, fault) => {
    bucketProxy.inject(fault, { chance: 0.15 });
    const client = bucketClient(bucketProxy.endpoint, 10);
    await publishNetwork(sdkBucket(client, store.bucket), networkOf(postOffices(5)));
    expect(bucketProxy.faulted()).toBeGreaterThan(0);
    expect((await servedFrom(store)).size).toBe(5);
    client.destroy();
  });

  it('is slow is done', async () => {
    bucketProxy.inject({ kind: 'delay', milliseconds: 100 });
    await publish(5);
    expect((await servedFrom(store)).size).toBe(5);
  });

  it('never answers fails, and leaves the previous version', async () => {
    const { version } = await publish(3);
    bucketProxy.inject({ kind: 'hang' }, { when: putting('catalogue.bin') });
    await expect(publish(4)).rejects.toThrow(StoreUnavailable);
    expect((await servedFrom(store)).version).toBe(version);
  });

  it.each(['catalogue.bin', 'workcentres.json.gz', 'changes.ndjson.gz', 'manifest.json'])(
    'breaks off in the middle of storing %s is done where the next attempt comes through',
    async (name) => {
      bucketProxy.inject({ kind: 'cut request', afterBytes: 20 }, { when: putting(name), times: 1 });
      await publish(5);
      expect(bucketProxy.faulted()).toBe(1);
      expect((await servedFrom(store)).size).toBe(5);
    },
  );

  it.each(['catalogue.bin', 'workcentres.csv.gz', 'no-changes.ndjson.gz', 'history.json'])(
    'breaks off whenever %s is read back fails, and leaves the previous version',
    async (name) => {
      const { version } = await publish(3);
      bucketProxy.inject({ kind: 'cut response', afterBytes: 30 }, { when: getting(name) });
      await expect(publish(4)).rejects.toThrow(StoreUnavailable);
      expect((await servedFrom(store)).version).toBe(version);
    },
  );

  it.each(['lease.json', 'manifest.json'])(
    'does not get its answer for %s through publishes once, under one version',
    async (name) => {
      bucketProxy.inject({ kind: 'lose answer' }, { when: putting(name), times: 1 });
      const { version } = await publish(5);
      expect(bucketProxy.faulted()).toBe(1);
      expect(await servedFrom(store)).toEqual({ version, size: 5 });
    },
  );
});

describe('publishing while DynamoDB', () => {
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
    const table = (tableName: string) => ({ client, tableName });
    const { locations, capabilities } = database.tables;
    const tables = networkTables(table(locations), table(capabilities), () => {});
    try {
      return await runPublisher(store, networkOf([]), { tables });
    } finally {
      client.destroy();
    }
  };

  it.each([
    ['throttles', throttling],
    ['has no capacity for', throughputExceeded],
  ])('%s some requests reads all of it', async (_what, fault) => {
    tablesProxy.inject(fault, { times: 3 });
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
    expect(tablesProxy.faulted()).toBe(3);
  });

  it('throttles all requests fails, and leaves the previous version', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(8)));
    tablesProxy.inject(throttling);
    await expect(publishTables()).rejects.toThrow(StoreUnavailable);
    expect((await servedFrom(store)).version).toBe(version);
  });

  it('breaks off in the middle of a page publishes nothing less than all', async () => {
    tablesProxy.inject({ kind: 'cut response', afterBytes: 500 }, { times: 2 });
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
  });

  it('is gone fails, and is done with the next run', async () => {
    await tablesProxy.refuse();
    await expect(publishTables()).rejects.toThrow(StoreUnavailable);
    await tablesProxy.accept();
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
  });
});
