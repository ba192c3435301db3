import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import { payloadLength } from './payload-length.ts';
import { payloadVerification, type VerifiedDigests } from './payload-verification.ts';

interface Received extends VerifiedDigests {
  readonly bytes: number;
}

/** The contents of a request. They end in an error unless they are all that the client vouched for. */
export interface Payload {
  readonly contents: AsyncIterable<Uint8Array>;
  /** What was received; to be called after the contents have ended. */
  received(): Received;
}

/** Opens the body of a request for reading once, in pieces, up to `mostBytes`. Throws what its headers get wrong. */
export const payloadOf = (request: S3Request, mostBytes: number): Payload => {
  const isChunked = request.signedPayload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
  const announced = payloadLength(request, isChunked, mostBytes);
  const verification = payloadVerification(request);
  let received: Received | undefined;

  async function* contents() {
    let bytes = 0;
    const body = isChunked ? decodeAwsChunked(request.body, verification.takeTrailers) : request.body;
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > announced) throw new S3Error('IncompleteBody');
      verification.update(piece);
      yield piece;
    }
    if (bytes !== announced) throw new S3Error('IncompleteBody');
    received = { bytes, ...verification.verify() };
  }

  return {
    contents: contents(),
    received: () => {
      if (received === undefined) throw new Error('The contents were not read to their end');
      return received;
    },
  };
};
