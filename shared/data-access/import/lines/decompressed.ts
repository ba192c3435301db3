import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const gzipMagic = [0x1f, 0x8b] as const;

/** Chunks up to the first two bytes, which tell what the rest is, or up to the end. */
const readHead = async (chunks: AsyncIterator<Uint8Array>): Promise<Buffer> => {
  let head = Buffer.alloc(0);
  while (head.length < gzipMagic.length) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
};

/** The same bytes, decompressed where they begin as gzip does, whatever the file is called. */
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
  // pipe() forwards no errors, and pipeline() would want a callback for those that the reader sees anyway.
  source.on('error', (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip);
  } finally {
    source.destroy();
  }
};
