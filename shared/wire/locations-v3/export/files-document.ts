import * as z from 'zod/mini';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import {
  type ExportFormatName,
  exportFormat,
  exportFormats,
} from '../../../domain/location/publication/work-centre-export.ts';
import { exportFileFacts } from './export-file-facts.ts';

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const listedFile = z.object({
  format: exportFormat,
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

/** List of every exported file of one version, against which clients check a download. */
export const filesDocument = z.object({
  version: publicationVersion,
  generated_at: z.iso.datetime(),
  /** Number of work centres in this version. */
  total: z.int().check(z.minimum(0)),
  files: z.array(listedFile),
});
export type FilesDocument = z.infer<typeof filesDocument>;

/** Properties of a stored file that the list shows. */
interface ListedFacts {
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly contentBytes: number;
  readonly contentSha256: string;
}

/** Exported files of one version. */
export interface ExportedVersion {
  readonly version: string;
  readonly generatedAt: Date;
  readonly total: number;
  readonly exports: Readonly<Record<ExportFormatName, ListedFacts>>;
}

/** Builds the list of a version's files. */
export const toFilesDocument = ({
  version,
  generatedAt,
  total,
  exports,
}: ExportedVersion): FilesDocument => ({
  version,
  generated_at: generatedAt.toISOString(),
  total,
  files: exportFormats.map((format) => {
    const { records, bytes, sha256, contentBytes, contentSha256 } = exports[format];
    return {
      format,
      name: exportFileFacts[format].fileName(generatedAt),
      records,
      bytes,
      sha256,
      content_bytes: contentBytes,
      content_sha256: contentSha256,
    };
  }),
});
