import { S3Error } from '../s3-error.ts';

const known = new Set([
  'x-amz-checksum-algorithm',
  'x-amz-checksum-crc32',
  'x-amz-checksum-mode',
  'x-amz-checksum-sha1',
  'x-amz-checksum-sha256',
  'x-amz-checksum-type',
  'x-amz-content-sha256',
  'x-amz-date',
  'x-amz-decoded-content-length',
  'x-amz-sdk-checksum-algorithm',
  'x-amz-tagging',
  'x-amz-trailer',
  'x-amz-user-agent',
]);

/**
 * Refuses a request that asks through a header for what is not done here (a copy, a lock, encryption):
 * to leave such a header out of account would be to claim that it was heeded. Throws NotImplemented.
 */
export const refuseUnknownHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-amz-') && !name.startsWith('x-amz-meta-') && !known.has(name)) {
      throw new S3Error('NotImplemented', `The header ${name} is not implemented.`);
    }
  }
};
