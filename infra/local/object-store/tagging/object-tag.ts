import * as z from 'zod';
import { S3Error } from '../s3-error.ts';

/** A tag of an object: not part of its contents, and changed without them. */
export const objectTag = z.strictObject({ key: z.string(), value: z.string() });
export type ObjectTag = z.infer<typeof objectTag>;

// S3's own limits. It counts in UTF-16, as strings here do.
const mostTags = 10;
const longestKey = 128;
const longestValue = 256;
const permitted = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

const isKey = (key: string) => key !== '' && key.length <= longestKey && permitted.test(key);
const isValue = (value: string) => value.length <= longestValue && permitted.test(value);

/** Throws BadRequest for more tags than S3 takes, InvalidTag for a key or value it does not take, or a key twice. */
export const refuseInvalidTags = (tags: readonly ObjectTag[]): void => {
  if (tags.length > mostTags) throw new S3Error('BadRequest', 'Object tags cannot be greater than 10');
  for (const { key, value } of tags) {
    if (!isKey(key)) throw new S3Error('InvalidTag', 'The TagKey you have provided is invalid');
    if (!isValue(value)) throw new S3Error('InvalidTag', 'The TagValue you have provided is invalid');
    if (key.startsWith('aws:')) throw new S3Error('InvalidTag', 'System tags are not a requester’s to set.');
  }
  if (new Set(tags.map(({ key }) => key)).size < tags.length) {
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key');
  }
};
