import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * Compresses text as it is made: only the compressed bytes are ever held whole. One version of the network comes to
 * a few megabytes.
 */
export const gzipPieces = async (pieces: Iterable<string>): Promise<Buffer> => {
  const text = Readable.from(pieces, { objectMode: false });
  const gzip = createGzip({ level: 6 });
  text.on('error', (error) => gzip.destroy(error));
  const chunks: Buffer[] = [];
  for await (const chunk of text.pipe(gzip)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Several times zlib's own: most of the time would go into the turns of the event loop between small chunks. */
const chunkBytes = 256 * 1024;

/** The lines of a compressed text, one by one, the last one even without its line feed. */
export async function* gunzipLines(bytes: Uint8Array): AsyncGenerator<string> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  gunzip.end(bytes);
  gunzip.setEncoding('utf8');
  let rest = '';
  for await (const text of gunzip) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
