import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  bulkLimits,
  documentClient,
  type StoreLimits,
  s3Client,
} from '../../../../shared/data-access/clients.ts';
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
import { startLocalBucket } from '../../../support/local-bucket.ts';
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

/** Publishes this many offices through the proxy, with only two attempts per request unless the limits differ. */
const publish = async (count: number, limits: StoreLimits = { attempts: 2 }) => {
  const { credentials, bucket } = store;
  const { endpoint } = bucketProxy;
  const client = s3Client({ ...bulkLimits, ...limits, endpoint, credentials, region: 'ap-southeast-2' });
  try {
    return await publishNetwork(sdkBucket(client, bucket), networkOf(postOffices(count)));
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
  it('fails and keeps the previous version if S3 is unavailable or what is read back is cut off, and succeeds afterwards', async () => {
    const { version } = await publish(3);
    const cut = { kind: 'cut response', afterBytes: 30 } as const;
    const faults = {
      'connections are refused': () => bucketProxy.refuse(),
      // The publisher's own timeout is 10 seconds.
      'never responds': () => bucketProxy.inject({ kind: 'hang' }, { when: putting('catalogue.bin') }),
      'snapshot is cut off': () => bucketProxy.inject(cut, { when: getting('catalogue.bin') }),
      'export is cut off': () => bucketProxy.inject(cut, { when: getting('workcentres.csv.gz') }),
    };
    for (const [fault, begin] of Object.entries(faults)) {
      await begin();
      const failing = publish(4, {
        attempts: 2,
        ...(fault === 'never responds' && { requestTimeout: 1_000 }),
      });
      await expect(failing, fault).rejects.toThrow(StoreUnavailable);
      expect(await servedFrom(store), fault).toEqual({ version, size: 3 });
      bucketProxy.pass();
      await bucketProxy.accept();
    }
    await publish(4);
    expect((await servedFrom(store)).size).toBe(4);
  });

  it('succeeds if S3 throttles, returns 500 or cuts off an upload, even twice in succession', async () => {
    const names = ['lease.json', 'catalogue.bin', 'workcentres.json.gz', 'manifest.json'];
    const cut = { kind: 'cut request', afterBytes: 20 } as const;
    for (const [index, name] of names.entries()) {
      bucketProxy.inject(index % 2 ? slowDown : s3InternalError, { when: putting(name), times: 1 });
      bucketProxy.inject(cut, { when: putting(name), times: 1 });
    }
    bucketProxy.inject(slowDown, { when: getting('workcentres.csv.gz'), times: 1 });
    await publish(5, {});
    expect(bucketProxy.faulted()).toBe(9);
    expect((await servedFrom(store)).size).toBe(5);
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

  const publishTables = async (attempts = 4) => {
    const client = documentClient({
      endpoint: tablesProxy.endpoint,
      region: 'ap-southeast-2',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      requestTimeout: bulkLimits.requestTimeout,
      attempts,
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
    await expect(publishTables(2)).rejects.toThrow(StoreUnavailable);
    await tablesProxy.refuse();
    await expect(publishTables(2)).rejects.toThrow(StoreUnavailable);
    expect((await servedFrom(store)).version).toBe(version);
    tablesProxy.pass();
    await tablesProxy.accept();
    expect(await publishTables()).toMatchObject({ status: 'published', locations: 8 });
  });
});

const storedObject = z.object({ contentsFile: z.string() });

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
  const bytes = await readFile(path);
  const at = Math.floor((bytes.length - 1) * share);
  await writeFile(path, bytes.with(at, (bytes[at] ?? 0) ^ 0x10));
};

it('F09: a bit flipped on disk in any kind of file is repaired by the next publication', async () => {
  const publishVerified = (count: number) => runPublisher(store, networkOf(postOffices(count)));
  await publishVerified(20);
  const ofVersion = ['catalogue.bin', 'removed.ndjson.gz', 'history.json'].map(
    (name) => `versions/%/${name}`,
  );
  const names = ['runs.json', 'manifest.json', 'lease.json', ...ofVersion, 'manifest.json'];
  for (const [index, name] of names.entries()) {
    const { version } = await servedFrom(store);
    await flipBit(contentsFileOf(name), (index % 3) / 2);
    expect(await publishVerified(21 + index), name).toMatchObject({ status: 'published' });
    const served = await servedFrom(store);
    expect(served.size, name).toBe(21 + index);
    expect(served.version > version, name).toBe(true);
  }
});
