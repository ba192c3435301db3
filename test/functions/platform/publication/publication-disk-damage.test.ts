import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

const record = z.object({ key: z.string(), dataFile: z.string() });

/** The file on the disk that holds the contents of the object under a key. */
const dataFileOf = async (matches: (key: string) => boolean): Promise<string> => {
  const folder = join(store.directory, store.bucket);
  for (const name of await readdir(join(folder, 'objects'))) {
    const { key, dataFile } = record.parse(JSON.parse(await readFile(join(folder, 'objects', name), 'utf8')));
    if (matches(key)) return join(folder, 'data', dataFile);
  }
  throw new Error('there is no such object');
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
    'in $name, at $share of its length, is healed by the next publication',
    async ({ name, share }) => {
      await publish(20);
      const { version } = await withStore(servedFrom);
      await flipBit(await dataFileOf((key) => key.endsWith(name)), share);

      const result = await publish(21);

      expect(result.status).toBe('published');
      const served = await withStore(servedFrom);
      expect(served.size).toBe(21);
      expect(served.version > version).toBe(true);
    },
  );
});
