import { S3Error } from '../s3-error.ts';

// S3's own chunks are 64 KiB and more; a line of a chunk's length or of a trailer is short.
const longestLineBytes = 1024;
const mostTrailers = 8;

/** Reads lines and counted bytes from a body, holding no more of it than one piece and one line. */
const pieceReader = (body: AsyncIterable<Uint8Array>) => {
  const pieces = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  const more = async (): Promise<Buffer> => {
    const next = await pieces.next();
    if (next.done === true) throw new S3Error('IncompleteBody');
    return Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
  };

  const line = async (): Promise<string> => {
    let end = held.indexOf('\r\n');
    while (end === -1) {
      if (held.length > longestLineBytes) throw new S3Error('MalformedTrailerError');
      held = Buffer.concat([held, await more()]);
      end = held.indexOf('\r\n');
    }
    const text = held.toString('latin1', 0, end);
    held = held.subarray(end + 2);
    return text;
  };

  const upTo = async (bytes: number): Promise<Buffer> => {
    if (held.length === 0) held = await more();
    const taken = held.subarray(0, bytes);
    held = held.subarray(taken.length);
    return taken;
  };

  const isAtEnd = async () => held.length === 0 && (await pieces.next()).done === true;

  return { line, upTo, isAtEnd };
};

const chunkBytes = (line: string): number => {
  const [, digits] = /^([0-9a-fA-F]{1,8})$/.exec(line) ?? [];
  if (digits === undefined)
    throw new S3Error('MalformedTrailerError', `This is no length of a chunk: ${line}`);
  return Number.parseInt(digits, 16);
};

const readTrailers = async (line: () => Promise<string>): Promise<Map<string, string>> => {
  const trailers = new Map<string, string>();
  for (let text = await line(); text !== ''; text = await line()) {
    const [, name, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(text) ?? [];
    if (name === undefined || value === undefined || trailers.size === mostTrailers) {
      throw new S3Error('MalformedTrailerError');
    }
    trailers.set(name.toLowerCase(), value);
  }
  return trailers;
};

/**
 * Decodes a body of the aws-chunked coding without signed chunks: each chunk is its length in hex, its bytes and
 * CRLF; the last one is empty and followed by trailers, which `onTrailers` is given by lower-case name before
 * the contents end. Throws MalformedTrailerError, IncompleteBody.
 */
export async function* decodeAwsChunked(
  body: AsyncIterable<Uint8Array>,
  onTrailers: (trailers: ReadonlyMap<string, string>) => void,
): AsyncGenerator<Uint8Array> {
  const reader = pieceReader(body);
  for (let left = chunkBytes(await reader.line()); left > 0; left = chunkBytes(await reader.line())) {
    while (left > 0) {
      const bytes = await reader.upTo(left);
      left -= bytes.length;
      yield bytes;
    }
    if ((await reader.line()) !== '') throw new S3Error('MalformedTrailerError');
  }
  onTrailers(await readTrailers(reader.line));
  if (!(await reader.isAtEnd())) throw new S3Error('MalformedTrailerError');
}
