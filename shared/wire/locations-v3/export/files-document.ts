import * as z from 'zod';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import {
  type ExportFormatName,
  exportFormat,
  exportFormats,
} from '../../../domain/location/publication/work-centre-export.ts';
import { exportFileFacts } from './export-file-facts.ts';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

const listedFile = z.object({
  format: exportFormat,
  /** What a download is saved as. */
  name: z.string(),
  records: z.int().min(0),
  /** As stored and sent: compressed with gzip. */
  bytes: z.int().min(1),
  sha256: sha256Hex,
  /** As unpacked. */
  content_bytes: z.int().min(0),
  content_sha256: sha256Hex,
});

/** What partners can check a download against: every exported file of one version. */
export const filesDocument = z.object({
  version: publicationVersion,
  generated_at: z.iso.datetime(),
  /** Work centres of this version. */
  total: z.int().min(0),
  files: z.array(listedFile),
});
export type FilesDocument = z.infer<typeof filesDocument>;

/** The facts of a stored file that its list shows. */
interface ListedFacts {
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly contentBytes: number;
  readonly contentSha256: string;
}

/** One version's files. */
export interface ExportedVersion {
  readonly version: string;
  readonly generatedAt: Date;
  readonly total: number;
  readonly exports: Readonly<Record<ExportFormatName, ListedFacts>>;
}

/** The list of a version's files. */
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
