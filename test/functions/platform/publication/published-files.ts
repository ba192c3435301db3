import { gunzipSync } from 'node:zlib';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { publishedCatalogue } from '../../../../shared/data-access/publishing/published-catalogue.ts';
import type { LocalBucket } from '../../../support/local-bucket.ts';
import { patientWaits } from '../../patient-waits.ts';

/** Returns the lines of a compressed file, parsed as JSON. */
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
