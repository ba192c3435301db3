import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';
import { payloadOf } from './payload.ts';

// 1000 keys of 1024 bytes, or 10,000 parts with their checksums, fit well into S3's own limit of an XML body.
const mostBytes = 2 * 1024 * 1024;

/** The whole body as text, verified. Throws MalformedXML where it is not UTF-8, and what the payload throws. */
export const readText = async (request: S3Request): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of payloadOf(request, mostBytes).contents) pieces.push(piece);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch (cause) {
    throw new S3Error('MalformedXML', undefined, {}, { cause });
  }
};
