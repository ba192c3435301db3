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

/** The contents of a request as they were received and verified. */
interface ReceivedContents {
  readonly size: number;
  /** In hex. */
  readonly md5: string;
  /** In base64. */
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
 * Opens the body of a request. Its length, the signed SHA-256, Content-MD5 and the CRC32 in a header or in the trailer
 * are verified. Throws what is wrong with the headers.
 */
export const openPayload = (request: RequestWithBody, maxBytes: number): Payload => {
  const { headers, payloadHash } = request;
  const isChunked = payloadHash === chunked;
  const announcedBytes = contentLength(
    headers[isChunked ? 'x-amz-decoded-content-length' : 'content-length'],
    maxBytes,
  );
  const sha256 = signedSha256(payloadHash);
  const checksum = announcedCrc32(headers);
  let received: ReceivedContents | undefined;

  async function* contents() {
    const [md5Hash, sha256Hash] = [createHash('md5'), createHash('sha256')];
    let [size, crc, expectedCrc] = [0, 0, checksum.value];
    const body = isChunked
      ? decodeAwsChunked(request.body, (trailers) => {
          if (checksum.isInTrailer) expectedCrc = crc32In(trailers);
        })
      : request.body;
    for await (const piece of body) {
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
    const md5 = md5Hash.digest();
    const contentMd5 = headers['content-md5'];
    if (contentMd5 !== undefined && contentMd5 !== md5.toString('base64')) throw new S3Error('BadDigest');
    const actualCrc = toBase64(crc);
    if ((checksum.isInTrailer || expectedCrc !== undefined) && expectedCrc !== actualCrc)
      throw new S3Error('BadDigest', 'The CRC32 does not match the contents received.');
    received = { size, md5: md5.toString('hex'), crc32: actualCrc };
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

/** Returns the CRC32 of the header, or whether the trailer will have it. Throws NotImplemented for other trailers. */
const announcedCrc32 = (
  headers: RequestWithBody['headers'],
): { readonly value: string | undefined; readonly isInTrailer: boolean } => {
  const trailer = headers['x-amz-trailer'];
  if (trailer !== undefined && trailer !== crc32Header)
    throw new S3Error('NotImplemented', `The trailer ${trailer} is not implemented.`);
  const value = headers[crc32Header];
  if (value !== undefined && trailer !== undefined)
    throw new S3Error('InvalidRequest', 'Expecting a single checksum.');
  if (value !== undefined) requireCrc32(value);
  return { value, isInTrailer: trailer !== undefined };
};

const crc32In = (trailers: ReadonlyMap<string, string>): string => {
  const value = trailers.get(crc32Header);
  if (value === undefined) throw new S3Error('MalformedTrailerError', 'The announced trailer is missing.');
  requireCrc32(value);
  return value;
};

const requireCrc32 = (value: string): void => {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== 4 || bytes.toString('base64') !== value)
    throw new S3Error('InvalidDigest', `${value} is not a CRC32 in base64.`);
};

const toBase64 = (crc: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
};

/** Chunks have lines for their length and for trailers, which are short. */
const maxLineBytes = 1024;
const maxTrailers = 8;

/**
 * Decodes a body in the aws-chunked coding with unsigned chunks. Each chunk is its length in hex, its bytes and CRLF.
 * The last chunk is empty, and followed by trailers, which `onTrailers` gets by lower-case name before the contents
 * end. Throws MalformedTrailerError, IncompleteBody.
 */
async function* decodeAwsChunked(
  body: AsyncIterable<Uint8Array>,
  onTrailers: (trailers: ReadonlyMap<string, string>) => void,
): AsyncGenerator<Uint8Array> {
  const reader = bodyReader(body);
  for (let left = chunkLength(await reader.line()); left > 0; left = chunkLength(await reader.line())) {
    while (left > 0) {
      const bytes = await reader.upTo(left);
      left -= bytes.length;
      yield bytes;
    }
    if ((await reader.line()) !== '') throw new S3Error('MalformedTrailerError');
  }
  const trailers = new Map<string, string>();
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const [, name, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined || trailers.size === maxTrailers)
      throw new S3Error('MalformedTrailerError');
    trailers.set(name.toLowerCase(), value);
  }
  onTrailers(trailers);
  if (!(await reader.isAtEnd())) throw new S3Error('MalformedTrailerError');
}

const chunkLength = (line: string): number => {
  if (!/^[0-9a-fA-F]{1,8}$/.test(line))
    throw new S3Error('MalformedTrailerError', `${line} is not the length of a chunk.`);
  return Number.parseInt(line, 16);
};

/** Reads lines and counted bytes from a body. Holds at most one piece of it and one line. */
const bodyReader = (body: AsyncIterable<Uint8Array>) => {
  const pieces = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  const nextPiece = async (): Promise<Buffer> => {
    const next = await pieces.next();
    if (next.done === true) throw new S3Error('IncompleteBody');
    return Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
  };

  return {
    line: async (): Promise<string> => {
      let end = held.indexOf('\r\n');
      while (end === -1) {
        if (held.length > maxLineBytes) throw new S3Error('MalformedTrailerError');
        held = Buffer.concat([held, await nextPiece()]);
        end = held.indexOf('\r\n');
      }
      const text = held.toString('latin1', 0, end);
      held = held.subarray(end + 2);
      return text;
    },
    upTo: async (bytes: number): Promise<Buffer> => {
      if (held.length === 0) held = await nextPiece();
      const taken = held.subarray(0, bytes);
      held = held.subarray(taken.length);
      return taken;
    },
    isAtEnd: async (): Promise<boolean> => held.length === 0 && (await pieces.next()).done === true,
  };
};
