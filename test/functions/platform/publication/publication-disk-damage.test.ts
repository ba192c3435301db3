import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bulkLimits, s3Client } from '../../../../shared/data-access/clients.ts';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/networks/network-records.ts';
import { networkOf, runPublisher, servedFrom } from '../../../support/networks/publish-network.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

const record = z.object({ contentsFile: z.string() });

/** The file on the disk that holds the contents of the object whose key ends like this. */
const contentsFileOf = (ending: string): string => {
  using database = new DatabaseSync(join(store.directory, 'state.sqlite'), { readOnly: true });
  const row = database
    .prepare("SELECT object ->> 'contentsFile' AS contentsFile FROM objects WHERE key LIKE ?")
    .get(`%${ending}`);
  return join(store.directory, 'objects', record.parse(row).contentsFile);
};

/** Changes one bit of a file, as a disk does that is failing. */
const flipBit = async (path: string, share: number): Promise<void> => {
  const file = await open(path, 'r+');
  const at = Math.floor(((await file.stat()).size - 1) * share);
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: at });
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 0x10]), 0, 1, at);
  await file.close();
};

/** As the publisher has it, with all that the SDK does about checksums. */
const withStore = async <T>(use: (bucket: Bucket) => Promise<T>) => {
  const { endpoint, credentials, bucket } = store;
  const client = s3Client({ ...bulkLimits, endpoint, credentials, region: 'ap-southeast-2' });
  try {
    return await use(sdkBucket(client, bucket));
  } finally {
    client.destroy();
  }
};

const publish = (count: number) =>
  withStore((bucket) => runPublisher(bucket, networkOf(postOffices(count)), { event: { reason: 'test' } }));

describe('a bit that the disk has changed (F09)', () => {
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
      await publish(20);
      const { version } = await withStore(servedFrom);
      await flipBit(contentsFileOf(name), share);

      const result = await publish(21);

      expect(result.status).toBe('published');
      const served = await withStore(servedFrom);
      expect(served.size).toBe(21);
      expect(served.version > version).toBe(true);
    },
  );
});
