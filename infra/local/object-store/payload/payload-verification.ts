import { createHash } from 'node:crypto';
import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';
import { type Checksum, checksumHeader, runningDigest } from './checksum.ts';
import { claimedChecksum, parseChecksum } from './claimed-checksum.ts';

/** What the contents turned out to be; `md5` is in hex. */
export interface VerifiedDigests {
  readonly md5: string;
  readonly checksum?: Checksum;
}

export interface PayloadVerification {
  update(piece: Uint8Array): void;
  takeTrailers(trailers: ReadonlyMap<string, string>): void;
  /** Throws XAmzContentSHA256Mismatch or BadDigest unless the contents are what the client vouched for. */
  verify(): VerifiedDigests;
}

const signedSha256 = (signedPayload: string): string | undefined => {
  if (signedPayload === 'UNSIGNED-PAYLOAD' || signedPayload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    return undefined;
  }
  if (/^[0-9a-f]{64}$/.test(signedPayload)) return signedPayload;
  if (signedPayload.startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', `A payload of the kind ${signedPayload} is not implemented.`);
  }
  throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a SHA-256 in hex.');
};

/** Verifies the SHA-256 that was signed, Content-MD5, and the checksum in a header or the trailer. */
export const payloadVerification = (request: S3Request): PayloadVerification => {
  const sha256 = signedSha256(request.signedPayload);
  const claimed = claimedChecksum(request);
  const md5Digest = createHash('md5');
  const sha256Digest = sha256 === undefined ? undefined : createHash('sha256');
  const checksumDigest = claimed === undefined ? undefined : runningDigest(claimed.algorithm);
  let expected = claimed?.value;

  const verifiedChecksum = (): Checksum | undefined => {
    if (claimed === undefined || checksumDigest === undefined) return undefined;
    const value = checksumDigest.digest().toString('base64');
    if (value === expected) return { algorithm: claimed.algorithm, value, type: 'FULL_OBJECT' };
    throw new S3Error(
      'BadDigest',
      `The ${claimed.algorithm} that was sent is not that of the contents received.`,
    );
  };

  return {
    update: (piece) => {
      for (const digest of [md5Digest, sha256Digest, checksumDigest]) digest?.update(piece);
    },
    takeTrailers: (trailers) => {
      if (claimed === undefined || claimed.value !== undefined) return;
      const value = trailers.get(checksumHeader(claimed.algorithm));
      if (value === undefined)
        throw new S3Error('MalformedTrailerError', 'The announced trailer is missing.');
      expected = parseChecksum(claimed.algorithm, value).value;
    },
    verify: () => {
      if (sha256Digest?.digest('hex') !== sha256) throw new S3Error('XAmzContentSHA256Mismatch');
      const md5 = md5Digest.digest();
      const contentMd5 = request.headers['content-md5'];
      if (contentMd5 !== undefined && contentMd5 !== md5.toString('base64')) throw new S3Error('BadDigest');
      const checksum = verifiedChecksum();
      return { md5: md5.toString('hex'), ...(checksum === undefined ? {} : { checksum }) };
    },
  };
};
