import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod';

/** The algorithms of S3 that this endpoint verifies and stores. */
export const checksumAlgorithm = z.enum(['CRC32', 'SHA1', 'SHA256']);
export type ChecksumAlgorithm = z.infer<typeof checksumAlgorithm>;

/** `value` is in base64, followed by `-<parts>` where it is a checksum of the parts' checksums. */
export const checksum = z.strictObject({
  algorithm: checksumAlgorithm,
  value: z.string().min(1),
  type: z.enum(['FULL_OBJECT', 'COMPOSITE']),
});
export type Checksum = z.infer<typeof checksum>;

export interface RunningDigest {
  update(bytes: Uint8Array): unknown;
  digest(): Buffer;
}

const digestBytes = { CRC32: 4, SHA1: 20, SHA256: 32 } as const satisfies Record<ChecksumAlgorithm, number>;

const crc32Digest = (): RunningDigest => {
  let value = 0;
  return {
    update: (bytes) => {
      value = crc32(bytes, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(digestBytes.CRC32);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
};

export const runningDigest = (algorithm: ChecksumAlgorithm): RunningDigest =>
  algorithm === 'CRC32' ? crc32Digest() : createHash(algorithm.toLowerCase());

/** Whether this is the base64 of as many bytes as the algorithm gives. */
export const isChecksumOf = (algorithm: ChecksumAlgorithm, value: string): boolean => {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === digestBytes[algorithm] && bytes.toString('base64') === value;
};

export const checksumHeader = (algorithm: ChecksumAlgorithm) => `x-amz-checksum-${algorithm.toLowerCase()}`;

/** The headers with which S3 tells a checksum. */
export const checksumHeaders = (stored: Checksum | undefined): Record<string, string> =>
  stored === undefined
    ? {}
    : { [checksumHeader(stored.algorithm)]: stored.value, 'x-amz-checksum-type': stored.type };
