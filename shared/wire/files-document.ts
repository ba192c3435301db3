import * as z from 'zod/mini';
import { publicationVersion } from '../domain/publication/publication-version.ts';
import {
  type ExportFormatName,
  exportFormat,
  exportFormats,
} from '../domain/publication/work-centre-export.ts';
import { changesFile, removedFile } from './changes-and-removed.ts';
import { type ExportedFile, workCentreFormats } from './export-formats.ts';

/** Downloadable files of a publication: their names, content types and how their records are counted. */
export const exportedFiles: Readonly<Record<ExportFormatName, ExportedFile>> = {
  ...workCentreFormats,
  changes: changesFile,
  removed: removedFile,
};

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const listedFile = z.object({
  format: exportFormat,
  /** Version of the file: work centres may be of an earlier one than changes and removed locations. */
  version: publicationVersion,
  /** Version that the file of changes leads from. */
  since: z.optional(publicationVersion),
  /** Name under which a download is saved. */
  name: z.string(),
  records: z.int().check(z.minimum(0)),
  /** Size as stored and sent, compressed with gzip. */
  bytes: z.int().check(z.minimum(1)),
  sha256: sha256Hex,
  /** Size after decompression. */
  content_bytes: z.int().check(z.minimum(0)),
  content_sha256: sha256Hex,
});

/** List of the exported files of the newest version, against which clients check a download. */
export const filesDocument = z.object({
  version: publicationVersion,
  generated_at: z.iso.datetime(),
  /** Number of work centres in this version. */
  total: z.int().check(z.minimum(0)),
  files: z.array(listedFile),
});
export type FilesDocument = z.infer<typeof filesDocument>;

/** Stored file as the list shows it, with its version and when that was generated. */
interface ListedFile {
  readonly version: string;
  readonly since?: string | undefined;
  readonly generatedAt: Date;
  readonly stored: {
    readonly records: number;
    readonly bytes: number;
    readonly sha256: string;
    readonly contentBytes: number;
    readonly contentSha256: string;
  };
}

/** Newest version with its number of locations, and the file of each format. */
export interface ListedVersion {
  readonly version: string;
  readonly generatedAt: Date;
  readonly total: number;
  readonly files: Readonly<Record<ExportFormatName, ListedFile>>;
}

/** Builds the list of the newest version's files. */
export const toFilesDocument = ({ version, generatedAt, total, files }: ListedVersion): FilesDocument => ({
  version,
  generated_at: generatedAt.toISOString(),
  total,
  files: exportFormats.map((format) => {
    const { stored, ...of } = files[format];
    return {
      format,
      version: of.version,
      ...(of.since !== undefined && { since: of.since }),
      name: exportedFiles[format].fileName(of.generatedAt),
      records: stored.records,
      bytes: stored.bytes,
      sha256: stored.sha256,
      content_bytes: stored.contentBytes,
      content_sha256: stored.contentSha256,
    };
  }),
});
