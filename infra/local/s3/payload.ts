import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

export interface RequestWithBody {
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Hash of the body in the signature: a SHA-256 in hex, or one of S3's placeholders. */
  readonly payloadHash: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export type Payload = ReturnType<typeof openPayload>;

const crc32Header = 'x-amz-checksum-crc32';

const chunked = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/**
 * Opens a request's body, which can be read only once. Reading verifies the length, the signed SHA-256, and the CRC32
 * in a header or the trailer, and throws S3Error if one differs. Also throws S3Error for invalid headers.
 */
export const openPayload = ({ headers, payloadHash, body }: RequestWithBody, maxBytes: number) => {
  const isChunked = payloadHash === chunked;
  const declaredBytes = contentLength(
    headers[isChunked ? 'x-amz-decoded-content-length' : 'content-length'],
    maxBytes,
  );
  const sha256 = signedSha256(payloadHash);
  if (headers['x-amz-trailer'] !== (isChunked ? crc32Header : undefined))
    throw new S3Error('NotImplemented', { message: `The only trailer is ${crc32Header}.` });
  let received: { readonly size: number; readonly entityTag: string } | undefined;

  async function* contents() {
    const [md5Hash, sha256Hash] = [createHash('md5'), createHash('sha256')];
    let [size, crc] = [0, 0];
    let expectedCrc = headers[crc32Header];
    const takeCrc = (value: string) => {
      expectedCrc = value;
    };
    for await (const piece of isChunked ? decodeAwsChunked(body, takeCrc) : body) {
      size += piece.length;
      if (size > declaredBytes) throw new S3Error('IncompleteBody');
      md5Hash.update(piece);
      if (sha256 !== undefined) sha256Hash.update(piece);
      crc = crc32(piece, crc);
      yield piece;
    }
    if (size !== declaredBytes) throw new S3Error('IncompleteBody');
    if (sha256 !== undefined && sha256 !== sha256Hash.digest('hex'))
      throw new S3Error('XAmzContentSHA256Mismatch');
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc);
    if (expectedCrc !== undefined && expectedCrc !== bytes.toString('base64')) throw new S3Error('BadDigest');
    received = { size, entityTag: `"${md5Hash.digest('hex')}"` };
  }

  return {
    contents: contents(),
    /** Returns the size, and the MD5 in hex and quotation marks. Must be called after all contents have been read. */
    received: () => {
      if (received === undefined) throw new Error('the contents were not read to the end');
      return received;
    },
  };
};

/** Returns the declared length, which S3 requires. Throws MissingContentLength, InvalidArgument, EntityTooLarge. */
const contentLength = (header: string | undefined, maxBytes: number): number => {
  if (header === undefined) throw new S3Error('MissingContentLength');
  if (!/^\d{1,15}$/.test(header)) throw new S3Error('InvalidArgument');
  if (Number(header) > maxBytes) throw new S3Error('EntityTooLarge');
  return Number(header);
};

/** Returns the signed SHA-256 of the body, or undefined if the body is not signed. Throws NotImplemented. */
const signedSha256 = (payloadHash: string): string | undefined => {
  if (payloadHash === 'UNSIGNED-PAYLOAD' || payloadHash === chunked) return undefined;
  if (/^[0-9a-f]{64}$/.test(payloadHash)) return payloadHash;
  const message = `Payloads of the kind ${payloadHash} are not implemented.`;
  throw new S3Error('NotImplemented', { message });
};

/** Maximum length of a line with a chunk's length or the trailer. */
const maxLineBytes = 1024;

/**
 * Decodes an aws-chunked body with unsigned chunks. Each chunk is its length in hex, its bytes and CRLF. The last chunk
 * is empty, and followed by the trailer with the CRC32, which is passed to `takeCrc` before the contents end. Throws
 * MalformedTrailerError, IncompleteBody.
 */
async function* decodeAwsChunked(
  body: AsyncIterable<Uint8Array>,
  takeCrc: (value: string) => void,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  // Contains at most one piece of the body and one line.
  let buffered: Buffer = Buffer.alloc(0);

  const readMore = async (): Promise<void> => {
    const next = await pieces.next();
    if (next.done === true) throw new S3Error('IncompleteBody');
    buffered = Buffer.concat([buffered, next.value]);
  };
  /** Reads a line, which must match the pattern, and returns the pattern's first group. */
  const readLine = async (pattern: RegExp): Promise<string> => {
    while (!buffered.includes('\r\n') && buffered.length <= maxLineBytes) await readMore();
    const end = buffered.indexOf('\r\n');
    const value = pattern.exec(buffered.toString('latin1', 0, Math.max(end, 0)))?.[1];
    if (end === -1 || value === undefined) throw new S3Error('MalformedTrailerError');
    buffered = buffered.subarray(end + 2);
    return value;
  };

  for (;;) {
    let left = Number.parseInt(await readLine(/^([0-9a-fA-F]{1,8})$/), 16);
    if (left === 0) break;
    while (left > 0) {
      if (buffered.length === 0) await readMore();
      const bytes = buffered.subarray(0, left);
      buffered = buffered.subarray(bytes.length);
      left -= bytes.length;
      yield bytes;
    }
    await readLine(/^()$/);
  }
  takeCrc(await readLine(/^x-amz-checksum-crc32:\s*(\S*)\s*$/i));
  await readLine(/^()$/);
  if (buffered.length > 0 || !(await pieces.next()).done) throw new S3Error('MalformedTrailerError');
}
