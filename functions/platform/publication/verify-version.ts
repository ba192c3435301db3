import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import {
  catalogueNames,
  type StoredText,
} from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import { readStoredFile } from '../../../shared/data-access/publishing/reading/stored-file.ts';
import { checkSnapshot } from '../../../shared/data-access/publishing/snapshot/check-snapshot.ts';
import { readStoredText } from '../../../shared/data-access/publishing/writing/stored-text.ts';
import {
  exportFormats,
  workCentreFormatNames,
} from '../../../shared/domain/location/publication/work-centre-export.ts';
import { exportFileFacts } from '../../../shared/wire/locations-v3/export/export-file-facts.ts';
import type { WrittenVersionFiles } from './write-version.ts';

const linesOf = async (lines: AsyncIterable<string>): Promise<number> => {
  let count = 0;
  for await (const _line of lines) count++;
  return count;
};

const demand = (what: string, found: number, expected: number) => {
  if (found !== expected) throw new DamagedPublication(`${what} holds ${found} of ${expected} records`);
};

const verifyText = async (
  bucket: Bucket,
  stored: StoredText,
  count: (lines: AsyncIterable<string>) => Promise<number>,
) => demand(stored.key, await count(readStoredText(bucket, stored)), stored.records);

/** Conditions that a version must meet before it is published. */
export interface Demands {
  readonly version: string;
  /** Number of locations of the version. */
  readonly locations: number;
}

/**
 * Reads every file of a version back from the bucket: each must be the very bytes that were stored, hold as many
 * records as it should, and be readable. Throws DamagedPublication, IncompleteExport or StoreUnavailable.
 */
export const verifyVersion = async (
  bucket: Bucket,
  { files: { catalogues, exports, noChanges, digests, files }, sources }: WrittenVersionFiles,
  { version, locations }: Demands,
): Promise<void> => {
  for (const name of catalogueNames) {
    const stored = catalogues[name];
    await checkSnapshot(await readStoredFile(bucket, stored), { ...stored, version }, sources[name]);
  }
  for (const format of exportFormats) {
    await verifyText(bucket, exports[format], exportFileFacts[format].count);
  }
  if (noChanges) await verifyText(bucket, noChanges, exportFileFacts.changes.count);
  await verifyText(bucket, digests, linesOf);
  for (const stored of [...workCentreFormatNames.map((format) => exports[format]), digests]) {
    demand(stored.key, stored.records, locations);
  }
  await readStoredFile(bucket, files);
};
