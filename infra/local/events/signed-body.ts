import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from '../s3/errors.ts';
import { type Credentials, signableRequest, verifySignature } from '../s3/signature.ts';
import { localRegion } from '../template/physical-names.ts';
import { Refused } from './refused.ts';

/** More than any request that PutEvents takes comes to in JSON. */
const largestBodyBytes = 8 * 1024 * 1024;

const verifiedPayload = (message: IncomingMessage, credentials: Credentials, now: number): string => {
  const terms = { credentials, region: localRegion, service: 'events' } as const;
  try {
    return verifySignature(signableRequest(message), terms, now);
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const isUnknown = error.code === 'InvalidAccessKeyId';
    const type = isUnknown ? 'UnrecognizedClientException' : 'InvalidSignatureException';
    throw new Refused(type, error.message, { cause: error });
  }
};

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of message) {
    bytes += piece.length;
    if (bytes > largestBodyBytes)
      throw new Refused('RequestEntityTooLargeException', 'The request is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

/**
 * The body of a request that a client of this stack has signed with its secret key, at a moment in epoch milliseconds.
 * The SHA-256 of the body must be signed as well, in x-amz-content-sha256, as the SDK does. Throws Refused.
 */
export const signedBody = async (
  message: IncomingMessage,
  credentials: Credentials,
  now: number,
): Promise<string> => {
  const signedPayload = verifiedPayload(message, credentials, now);
  const body = await bytesOf(message);
  if (createHash('sha256').update(body).digest('hex') !== signedPayload)
    throw new Refused('InvalidSignatureException', 'The body is not the one that was signed.');
  return body.toString('utf8');
};
