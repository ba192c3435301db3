import { isDeepStrictEqual } from 'node:util';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import { publicationHistory } from '../../../shared/data-access/publishing/history.ts';
import {
  catalogueNames,
  type Manifest,
  type StoredFile,
  type StoredText,
} from '../../../shared/data-access/publishing/manifest.ts';
import { readStoredFile } from '../../../shared/data-access/publishing/manifest.ts';
import { readWholeSnapshot } from '../../../shared/data-access/publishing/snapshot/check-snapshot.ts';
import { readDigestLines } from '../../../shared/data-access/publishing/staging/location-digest.ts';
import { readStoredText } from '../../../shared/data-access/publishing/export-file.ts';
import {
  exportFormats,
  perWorkCentreFormat,
} from '../../../shared/domain/location/publication/work-centre-export.ts';
import { catalogueLines } from '../../../shared/wire/catalogue-lines.ts';
import { exportFileFacts } from '../../../shared/wire/files-document.ts';
import { toFilesDocument } from '../../../shared/wire/files-document.ts';

/** One file of the published version, and how it is checked. */
export interface PublishedFile {
  readonly stored: StoredFile;
  /** Records that the manifest says it holds; absent where it holds none. */
  readonly records?: number;
  /** Throws what a damaged or incomplete file is refused with, or StoreUnavailable. */
  readonly check: () => Promise<void>;
}

const jsonOf = async (bucket: Bucket, stored: StoredFile): Promise<unknown> =>
  JSON.parse(Buffer.from(await readStoredFile(bucket, stored)).toString('utf8'));

const countDigests = async (lines: AsyncIterable<string>): Promise<number> => {
  let count = 0;
  for await (const _digest of readDigestLines(lines)) count++;
  return count;
};

const publishedCatalogues = (
  bucket: Bucket,
  { version, counts, catalogues }: Manifest,
): readonly PublishedFile[] =>
  catalogueNames.map((name) => {
    const stored = catalogues[name];
    const check = async () => {
      const file = await readStoredFile(bucket, stored);
      await readWholeSnapshot(file, { ...stored, version }, catalogueLines[name].check);
    };
    return { stored, records: counts.locations, check };
  });

/** Each file that the manifest names, in the order of its importance to clients. */
export const publishedFiles = (bucket: Bucket, manifest: Manifest): readonly PublishedFile[] => {
  const { version, exports, noChanges, files, digests, history, counts, changes } = manifest;

  const text = (
    stored: StoredText,
    expected: number | undefined,
    count: (lines: AsyncIterable<string>) => Promise<number>,
  ): PublishedFile => ({
    stored,
    records: stored.records,
    check: async () => {
      const found = await count(readStoredText(bucket, stored));
      for (const told of [stored.records, expected ?? found])
        if (found !== told) throw new DamagedPublication(`${stored.key} holds ${found} of ${told} records`);
    },
  });
  const recordsOf = {
    ...perWorkCentreFormat(() => counts.locations),
    changes: changes.added + changes.changed + changes.removed,
    removed: undefined,
  };
  const listed = toFilesDocument({
    version,
    generatedAt: new Date(manifest.generatedAt),
    total: counts.locations,
    exports,
  });

  return [
    ...publishedCatalogues(bucket, manifest),
    ...exportFormats.map((format) => text(exports[format], recordsOf[format], exportFileFacts[format].count)),
    ...(noChanges ? [text(noChanges, 0, exportFileFacts.changes.count)] : []),
    {
      stored: files,
      check: async () => {
        if (!isDeepStrictEqual(await jsonOf(bucket, files), listed))
          throw new DamagedPublication(`${files.key} lists other files than the manifest`);
      },
    },
    text(digests, counts.locations, countDigests),
    {
      stored: history,
      check: async () => {
        publicationHistory.parse(await jsonOf(bucket, history));
      },
    },
  ];
};
