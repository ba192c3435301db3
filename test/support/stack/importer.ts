import { setTimeout as delay } from 'node:timers/promises';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { importFile } from '../../../functions/platform/import-file.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import type { LocalBucket } from '../local-bucket.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';

/** Imports each file that is put into the import bucket, one after the other, as a stack's importer does. */
export const startImporter = (
  { client, tables: { locations, capabilities, billers } }: EmbeddedTables,
  bucket: LocalBucket,
): { stop(): Promise<void> } => {
  const { imports } = bucket;
  const deliver = importFile({
    tables: { client, locations, capabilities, billers },
    imports,
    published: bucket,
    linesPerReport: 1_000,
  });
  const done = new Set<string>();
  const importNew = async () => {
    for await (const { Contents = [] } of paginateListObjectsV2(imports, { Bucket: imports.bucket }))
      for (const { Key: key = '', ETag = '', LastModified } of Contents) {
        const { kind } = readFileKey(key);
        const put = `${key} ${ETag} ${LastModified?.toISOString()}`;
        if (kind === undefined || done.has(put)) continue;
        done.add(put);
        const detail = { object: { key, etag: ETag } };
        const body = JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Created', detail });
        await deliver({ Records: [{ body }] }, { getRemainingTimeInMillis: () => 900_000 });
      }
  };
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      await importNew();
      await delay(25);
    }
  };
  const running = run();
  return {
    stop: () => {
      isStopped = true;
      return running;
    },
  };
};
