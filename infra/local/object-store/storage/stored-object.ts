import * as z from 'zod';
import { checksum } from '../payload/checksum.ts';
import { objectTag } from '../tagging/object-tag.ts';
import { untoldCreation } from './creation.ts';

/** Names of files that hold contents. They say nothing of the key, and nothing of a request gets into them. */
export const dataFileName = z.uuid();

/** What is known of an object besides its contents, as it lies on the disk. */
export const storedObject = z.strictObject({
  key: z.string().min(1),
  dataFile: dataFileName,
  size: z.int().min(0),
  /** Quoted: MD5 in hex, with `-<parts>` after a multipart upload. */
  entityTag: z.string().regex(/^"[0-9a-f]{32}(-\d{1,5})?"$/),
  lastModified: z.iso.datetime(),
  headers: z.record(z.string(), z.string()),
  checksum: checksum.optional(),
  tags: z.array(objectTag).optional(),
  /** How it was created, until that was told. */
  untold: untoldCreation.optional(),
});
export type StoredObject = z.infer<typeof storedObject>;

/** An object whose creation is told. */
export type CreatedObject = StoredObject & Required<Pick<StoredObject, 'untold'>>;
