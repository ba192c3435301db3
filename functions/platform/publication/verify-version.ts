import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { verifySnapshot } from '../../../shared/data-access/publishing/check-snapshot.ts';
import { readTextLines } from '../../../shared/data-access/publishing/export-file.ts';
import { readHistory } from '../../../shared/data-access/publishing/history.ts';
import {
  DamagedPublication,
  readStoredFile,
  type StoredFile,
  type StoredText,
} from '../../../shared/data-access/publishing/manifest.ts';
import {
  type ExportFormatName,
  workCentreFormatNames,
} from '../../../shared/domain/publication/work-centre-export.ts';
import { exportedFiles } from '../../../shared/wire/files-document.ts';
import type { VersionContent, VersionFiles } from './write-version.ts';

/**
 * Reads every file of a version back from the bucket: each must be the very bytes that were stored, hold as many
 * records as it should, and be readable. Throws DamagedPublication, IncompleteExport or StoreUnavailable.
 */
export const verifyVersion = async (
  bucket: Bucket,
  { version, network, isFull }: Pick<VersionContent, 'version' | 'network' | 'isFull'>,
  {
    snapshot,
    index,
    full,
    steps,
    noChanges,
    removed,
    files,
    history,
  }: VersionFiles & { readonly history: StoredFile },
): Promise<void> => {
  const bytes = await readStoredFile(bucket, snapshot);
  await verifySnapshot(bytes, { ...snapshot, version }, network, index);
  if (isFull) {
    for (const format of workCentreFormatNames) {
      await verifyText(bucket, format, { ...full.exports[format], records: network.records.length });
    }
  }
  for (const step of steps) await verifyText(bucket, 'changes', step);
  await verifyText(bucket, 'changes', noChanges);
  await verifyText(bucket, 'removed', removed);
  await readStoredFile(bucket, files);
  await readHistory(bucket, history);
};

/** Verifies a stored text and the number of its records. */
const verifyText = async (bucket: Bucket, format: ExportFormatName, stored: StoredText): Promise<void> => {
  const records = await exportedFiles[format].count(readTextLines(bucket, stored));
  if (records === stored.records) return;
  throw new DamagedPublication(`${stored.key} holds ${records} of ${stored.records} records`);
};
