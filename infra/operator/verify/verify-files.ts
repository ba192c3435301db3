import { isDeepStrictEqual } from 'node:util';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { checkSnapshot } from '../../../shared/data-access/publishing/check-snapshot.ts';
import { readTextLines } from '../../../shared/data-access/publishing/export-file.ts';
import { readHistory } from '../../../shared/data-access/publishing/history.ts';
import {
  DamagedPublication,
  type Manifest,
  readStoredFile,
  type StoredFile,
  type StoredText,
} from '../../../shared/data-access/publishing/manifest.ts';
import {
  type ExportFormatName,
  workCentreFormatNames,
} from '../../../shared/domain/publication/work-centre-export.ts';
import { exportedFiles, toFilesDocument } from '../../../shared/wire/files-document.ts';

/** One file of the published version, and how it is checked. */
export interface PublishedFile {
  readonly stored: StoredFile;
  /** Records that the manifest says it holds; absent where it holds none. */
  readonly records?: number;
  /** Throws what a damaged or incomplete file is refused with, or StoreUnavailable. */
  readonly check: () => Promise<void>;
}

/** Each file that the manifest names, in the order of its importance to clients. */
export const publishedFiles = (bucket: Bucket, manifest: Manifest): readonly PublishedFile[] => {
  const { version, counts, snapshot, full, changes, noChanges, removed, files, history } = manifest;
  const text = (format: ExportFormatName, stored: StoredText, expected = stored.records): PublishedFile => ({
    stored,
    records: stored.records,
    check: async () => {
      const found = await exportedFiles[format].count(readTextLines(bucket, stored));
      for (const records of [stored.records, expected])
        if (found !== records)
          throw new DamagedPublication(`${stored.key} holds ${found} of ${records} records`);
    },
  });
  return [
    {
      stored: snapshot,
      records: counts.locations,
      check: async () => checkSnapshot(await readStoredFile(bucket, snapshot), { ...snapshot, version }),
    },
    ...workCentreFormatNames.map((format) => text(format, full.exports[format], full.locations)),
    text('changes', changes.file, changes.added + changes.changed + changes.removed),
    text('removed', removed),
    text('changes', noChanges, 0),
    {
      stored: files,
      check: async () => {
        const listed: unknown = JSON.parse(Buffer.from(await readStoredFile(bucket, files)).toString('utf8'));
        if (!isDeepStrictEqual(listed, toFilesDocument({ ...manifest, total: counts.locations })))
          throw new DamagedPublication(`${files.key} lists other files than the manifest`);
      },
    },
    { stored: history, check: async () => void (await readHistory(bucket, history)) },
  ];
};
