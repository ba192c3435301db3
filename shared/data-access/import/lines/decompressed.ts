import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const gzipMagic = [0x1f, 0x8b] as const;

/** Reads chunks up to the first two bytes, which show the format, or up to the end. */
const readHead = async (chunks: AsyncIterator<Uint8Array>): Promise<Buffer> => {
  let head = Buffer.alloc(0);
  while (head.length < gzipMagic.length) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
};

/** Yields the bytes, decompressed if they begin as gzip, whatever the file's name. */
export const decompressed = async function* (input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = input[Symbol.asyncIterator]();
  const head = await readHead(chunks);
  const whole = (async function* () {
    try {
      if (head.length > 0) yield head;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  })();
  const isGzip = gzipMagic.every((byte, index) => head[index] === byte);
  if (!isGzip) return yield* whole;

  const source = Readable.from(whole);
  const gunzip = createGunzip();
  // pipe() does not forward errors, and the reader sees them anyway, without pipeline()'s callback.
  source.on('error', (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip);
  } finally {
    source.destroy();
  }
};
