import { gunzipSync } from 'node:zlib';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { publishedCatalogue } from '../../../../shared/data-access/publishing/published-catalogue.ts';
import type { LocalBucket } from '../../../support/local-bucket.ts';
import { type GivenNetwork, tablesOf } from '../../../support/networks/publish-network.ts';
import { patientWaits } from '../../patient-waits.ts';

export const linesIn = async (store: LocalBucket, key: string) => {
  const text = gunzipSync(await store.get(key)).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

/** Returns the catalogue of a new function instance. */
export const catalogueOf = (bucket: Bucket) =>
  publishedCatalogue({ ...bucket, checkSeconds: 60, now: Date.now, waits: patientWaits }).current();

/** Creates tables that are read completely only after `resume` is called. `reading` resolves when the publisher waits. */
export const pausedTables = (network: GivenNetwork) => {
  const reading = Promise.withResolvers<void>();
  const pause = Promise.withResolvers<void>();
  const tables = tablesOf(network);
  const readAll = async () => {
    reading.resolve();
    await pause.promise;
    return tables.readAll(new Date());
  };
  return { tables: { ...tables, readAll }, reading: reading.promise, resume: pause.resolve };
};
