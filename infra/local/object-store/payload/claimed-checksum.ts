import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';
import { type ChecksumAlgorithm, checksumAlgorithm, checksumHeader, isChecksumOf } from './checksum.ts';

/** A checksum that the client vouches for: `value` is absent while it still has to come in the trailer. */
export interface ClaimedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value?: string;
}

/** Throws InvalidDigest where the text is no checksum of that algorithm. */
export const parseChecksum = (algorithm: ChecksumAlgorithm, value: string): ClaimedChecksum => {
  if (!isChecksumOf(algorithm, value))
    throw new S3Error('InvalidDigest', `${value} is no ${algorithm} checksum.`);
  return { algorithm, value };
};

/**
 * The checksum in the headers, or announced for the trailer. Throws InvalidRequest for more than one,
 * NotImplemented for a trailer other than the checksums known here, InvalidDigest.
 */
export const claimedChecksum = ({ headers }: S3Request): ClaimedChecksum | undefined => {
  const trailer = headers['x-amz-trailer'];
  const trailing = checksumAlgorithm.options.filter((algorithm) => trailer === checksumHeader(algorithm));
  if (trailer !== undefined && trailing.length === 0) {
    throw new S3Error('NotImplemented', `The trailer ${trailer} is not implemented.`);
  }
  const leading = checksumAlgorithm.options.flatMap((algorithm) => {
    const value = headers[checksumHeader(algorithm)];
    return value === undefined ? [] : [parseChecksum(algorithm, value)];
  });
  const claimed: readonly ClaimedChecksum[] = [...leading, ...trailing.map((algorithm) => ({ algorithm }))];
  if (claimed.length > 1) throw new S3Error('InvalidRequest', 'Expecting a single checksum.');
  return claimed[0];
};
