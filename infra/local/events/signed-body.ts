import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseRequestTarget } from '../object-store/request/request-target.ts';
import { singleHeaders } from '../object-store/request/s3-request.ts';
import { S3Error } from '../object-store/s3-error.ts';
import type { Credentials } from '../object-store/signature/recompute-signature.ts';
import { verifySignature } from '../object-store/signature/verify-signature.ts';
import { localRegion } from '../template/physical-names.ts';
import { Refused } from './refused.ts';

/** More than any request that PutEvents takes comes to in JSON. */
const largestBodyBytes = 8 * 1024 * 1024;

const verifiedPayload = async (
  message: IncomingMessage,
  credentials: Credentials,
  now: number,
): Promise<string> => {
  const { method = '', url = '' } = message;
  const terms = { credentials, region: localRegion, service: 'events' } as const;
  try {
    const request = { method, target: parseRequestTarget(url), headers: singleHeaders(message) };
    const { signedPayload } = await verifySignature(request, terms, now);
    return signedPayload;
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
  const signedPayload = await verifiedPayload(message, credentials, now);
  const body = await bytesOf(message);
  if (createHash('sha256').update(body).digest('hex') !== signedPayload)
    throw new Refused('InvalidSignatureException', 'The body is not the one that was signed.');
  return body.toString('utf8');
};
