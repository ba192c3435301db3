import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Content } from './files-list.ts';

/** Writes a body into a file that must not be there yet, and says what was written. */
export const saveFile = async (
  body: NonNullable<Response['body']>,
  path: string,
  signal?: AbortSignal,
): Promise<Content> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(body, measured, createWriteStream(path, { flags: 'wx' }), { signal });
  return { bytes, sha256: hash.digest('hex') };
};
