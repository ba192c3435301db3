import {
  type ExportFormatName,
  type WorkCentreFormatName,
  workCentreFormatNames,
} from '../domain/publication/work-centre-export.ts';
import { changesFile, removedFile } from './changes-and-removed.ts';
import { type ExportedFile, workCentreFormats } from './export-formats.ts';

export const exportedFiles: Readonly<Record<ExportFormatName, ExportedFile>> = {
  ...workCentreFormats,
  changes: changesFile,
  removed: removedFile,
};

/** Number of records in a stored gzip file, and its size and SHA-256 as stored and after decompression. */
interface ListedFile {
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly contentBytes: number;
  readonly contentSha256: string;
}

/** A version, and the time at which the publisher started to read the tables for it (ISO 8601, UTC). */
interface GeneratedVersion {
  readonly version: string;
  readonly generatedAt: string;
}

/** Newest version with its number of locations and its files. */
export interface ListedVersion extends GeneratedVersion {
  readonly total: number;
  /** Full exports, which may be from an earlier version. */
  readonly full: GeneratedVersion & { readonly exports: Readonly<Record<WorkCentreFormatName, ListedFile>> };
  readonly changes: { readonly since?: string | undefined; readonly file: ListedFile };
  readonly removed: ListedFile;
}

/** Builds the list of the newest version's files, with which clients verify their downloads. */
export const toFilesDocument = ({ total, full, changes, removed, ...newest }: ListedVersion) => ({
  version: newest.version,
  generated_at: newest.generatedAt,
  total,
  files: [
    ...workCentreFormatNames.map((format) => toListedFile(format, full, full.exports[format])),
    toListedFile('changes', newest, changes.file, changes.since),
    toListedFile('removed', newest, removed),
  ],
});

const toListedFile = (
  format: ExportFormatName,
  { version, generatedAt }: GeneratedVersion,
  { records, bytes, sha256, contentBytes, contentSha256 }: ListedFile,
  since?: string,
) => ({
  format,
  version,
  ...(since !== undefined && { since }),
  name: exportedFiles[format].fileName(new Date(generatedAt)),
  records,
  bytes,
  sha256,
  content_bytes: contentBytes,
  content_sha256: contentSha256,
});
