import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

/** A request with a body. */
interface RequestWithBody {
  readonly headers: Readonly<Record<string, string>>;
  /** What the signature says of the body: a SHA-256 in hex, or one of S3's words for none. */
  readonly payloadHash: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The contents of a request as they were received and verified: MD5 in hex, CRC32 in base64. */
interface ReceivedContents {
  readonly size: number;
  readonly md5: string;
  readonly crc32: string;
}

/** The contents of a request, to be read once. Reading fails unless they are what the client vouched for. */
interface Payload {
  readonly contents: AsyncIterable<Uint8Array>;
  /** Describes the contents; to be called after they were read to their end. */
  received(): ReceivedContents;
}

export const crc32Header = 'x-amz-checksum-crc32';

const chunked = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/**
 * Opens the body of a request. Its length, the signed SHA-256, and the CRC32 in a header or in the trailer are verified.
 * Throws what is wrong with the headers.
 */
export const openPayload = (request: RequestWithBody, maxBytes: number): Payload => {
  const { headers, payloadHash, body } = request;
  const isChunked = payloadHash === chunked;
  const lengthHeader = isChunked ? 'x-amz-decoded-content-length' : 'content-length';
  const announcedBytes = contentLength(headers[lengthHeader], maxBytes);
  const sha256 = signedSha256(payloadHash);
  const trailer = headers['x-amz-trailer'];
  if (trailer !== undefined && (trailer !== crc32Header || !isChunked))
    throw new S3Error('NotImplemented', `The trailer ${trailer} is not implemented.`);
  let expectedCrc = headers[crc32Header];
  if (expectedCrc !== undefined && trailer !== undefined)
    throw new S3Error('InvalidRequest', 'Expecting a single checksum.');
  if (expectedCrc !== undefined) requireCrc32(expectedCrc);
  let received: ReceivedContents | undefined;

  /** Takes the CRC32 from the line after the last chunk. */
  const takeTrailer = (line: string): void => {
    if (line === '' && trailer === undefined) return;
    const [, name, value = ''] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (trailer === undefined || name?.toLowerCase() !== trailer)
      throw new S3Error('MalformedTrailerError', 'The trailer is not the announced one.');
    requireCrc32(value);
    expectedCrc = value;
  };

  async function* contents() {
    const [md5Hash, sha256Hash] = [createHash('md5'), createHash('sha256')];
    let [size, crc] = [0, 0];
    for await (const piece of isChunked ? decodeAwsChunked(body, takeTrailer) : body) {
      size += piece.length;
      if (size > announcedBytes) throw new S3Error('IncompleteBody');
      md5Hash.update(piece);
      if (sha256 !== undefined) sha256Hash.update(piece);
      crc = crc32(piece, crc);
      yield piece;
    }
    if (size !== announcedBytes) throw new S3Error('IncompleteBody');
    if (sha256 !== undefined && sha256 !== sha256Hash.digest('hex'))
      throw new S3Error('XAmzContentSHA256Mismatch');
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc);
    const actualCrc = bytes.toString('base64');
    if (expectedCrc !== undefined && expectedCrc !== actualCrc) throw new S3Error('BadDigest');
    received = { size, md5: md5Hash.digest('hex'), crc32: actualCrc };
  }

  return {
    contents: contents(),
    received: () => {
      if (received === undefined) throw new Error('the contents were not read to their end');
      return received;
    },
  };
};

/** Maximum size of an XML body: 1000 keys of 1024 bytes fit well. */
const maxTextBytes = 2 * 1024 ** 2;

/** Reads a body as text. Throws MalformedXML if it is not UTF-8, and what `openPayload` and reading throw. */
export const readText = async (request: RequestWithBody): Promise<string> => {
  const bytes = Buffer.concat(await Array.fromAsync(openPayload(request, maxTextBytes).contents));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new S3Error('MalformedXML', undefined, {}, { cause });
  }
};

/** Returns the length of the contents, which S3 requires. Throws MissingContentLength, InvalidArgument, EntityTooLarge. */
const contentLength = (header: string | undefined, maxBytes: number): number => {
  if (header === undefined) throw new S3Error('MissingContentLength');
  if (!/^\d{1,15}$/.test(header))
    throw new S3Error('InvalidArgument', 'The length of the contents is not a number.');
  if (Number(header) > maxBytes) throw new S3Error('EntityTooLarge');
  return Number(header);
};

/** Returns the signed SHA-256 of the body; undefined if it was not signed. Throws NotImplemented, InvalidArgument. */
const signedSha256 = (payloadHash: string): string | undefined => {
  if (payloadHash === 'UNSIGNED-PAYLOAD' || payloadHash === chunked) return undefined;
  if (/^[0-9a-f]{64}$/.test(payloadHash)) return payloadHash;
  if (payloadHash.startsWith('STREAMING-'))
    throw new S3Error('NotImplemented', `A payload of the kind ${payloadHash} is not implemented.`);
  throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a SHA-256 in hex.');
};

const requireCrc32 = (value: string): void => {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== 4 || bytes.toString('base64') !== value)
    throw new S3Error('InvalidDigest', `${value} is not a CRC32 in base64.`);
};

/** Chunks have lines for their length and for the trailer, which are short. */
const maxLineBytes = 1024;

/**
 * Decodes a body in the aws-chunked coding with unsigned chunks. Each chunk is its length in hex, its bytes and CRLF.
 * The last chunk is empty, and followed by at most one trailer, which `takeTrailer` gets before the contents end; empty
 * if there is none. Throws MalformedTrailerError, IncompleteBody.
 */
async function* decodeAwsChunked(
  body: AsyncIterable<Uint8Array>,
  takeTrailer: (line: string) => void,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  // At most one piece of the body and one line.
  let held: Buffer = Buffer.alloc(0);

  const hold = async (): Promise<void> => {
    const next = await pieces.next();
    if (next.done === true) throw new S3Error('IncompleteBody');
    held = Buffer.concat([held, next.value]);
  };
  const readLine = async (): Promise<string> => {
    for (;;) {
      const end = held.indexOf('\r\n');
      if (end > maxLineBytes || (end === -1 && held.length > maxLineBytes))
        throw new S3Error('MalformedTrailerError');
      if (end !== -1) {
        const line = held.toString('latin1', 0, end);
        held = held.subarray(end + 2);
        return line;
      }
      await hold();
    }
  };

  for (;;) {
    const length = await readLine();
    if (!/^[0-9a-fA-F]{1,8}$/.test(length))
      throw new S3Error('MalformedTrailerError', `${length} is not the length of a chunk.`);
    let left = Number.parseInt(length, 16);
    if (left === 0) break;
    while (left > 0) {
      if (held.length === 0) await hold();
      const bytes = held.subarray(0, left);
      held = held.subarray(bytes.length);
      left -= bytes.length;
      yield bytes;
    }
    if ((await readLine()) !== '') throw new S3Error('MalformedTrailerError');
  }
  const line = await readLine();
  takeTrailer(line);
  if (line !== '' && (await readLine()) !== '') throw new S3Error('MalformedTrailerError');
  if (held.length > 0 || !(await pieces.next()).done) throw new S3Error('MalformedTrailerError');
}
