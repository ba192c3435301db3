import * as z from 'zod';
import { checksum, checksumAlgorithm } from '../payload/checksum.ts';
import { objectTag } from '../tagging/object-tag.ts';
import { dataFileName } from './stored-object.ts';

export const mostParts = 10_000;

/** A multipart upload as it lies on the disk. */
export const multipartUpload = z.strictObject({
  uploadId: z.string().regex(/^[0-9a-f]{32}$/),
  key: z.string().min(1),
  initiated: z.iso.datetime(),
  headers: z.record(z.string(), z.string()),
  checksum: z
    .strictObject({ algorithm: checksumAlgorithm, type: z.enum(['FULL_OBJECT', 'COMPOSITE']) })
    .optional(),
  /** Of the finished object. */
  tags: z.array(objectTag).optional(),
});
export type MultipartUpload = z.infer<typeof multipartUpload>;

export const uploadedPart = z.strictObject({
  partNumber: z.int().min(1).max(mostParts),
  dataFile: dataFileName,
  size: z.int().min(0),
  /** In hex. */
  md5: z.string().regex(/^[0-9a-f]{32}$/),
  lastModified: z.iso.datetime(),
  checksum: checksum.optional(),
});
export type UploadedPart = z.infer<typeof uploadedPart>;
