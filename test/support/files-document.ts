import * as z from 'zod';
import { publicationVersion } from '../../shared/domain/publication/publication-version.ts';
import { exportFormats } from '../../shared/domain/publication/work-centre-export.ts';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** Schema of the list of exported files, as clients parse it. */
export const filesDocument = z.strictObject({
  version: publicationVersion,
  generated_at: z.iso.datetime(),
  total: z.int().min(0),
  files: z.array(
    z.strictObject({
      format: z.enum(exportFormats),
      version: publicationVersion,
      since: z.optional(publicationVersion),
      name: z.string(),
      records: z.int().min(0),
      bytes: z.int().min(1),
      sha256: sha256Hex,
      content_bytes: z.int().min(0),
      content_sha256: sha256Hex,
    }),
  ),
});
