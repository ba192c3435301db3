import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DamagedPublication } from './manifest.ts';

/** Compression level of zstd, from 1 to 22. Higher levels take much longer and save only a few per cent. */
const level = 9;

/** Compresses a piece of a published file with zstd. */
export const compress = (content: Uint8Array): Uint8Array => {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  // Copied, because each of the thousands of results is a view of a much larger buffer.
  return Uint8Array.from(zstdCompressSync(content, { params }));
};

/** Extra space in the output buffer. Otherwise the decoder would need a second call to find the end. */
const outputMargin = 64;

/** Decompresses a piece whose size is known. Throws RangeError if the size differs. */
export const decompress = (bytes: Uint8Array, contentBytes: number): Buffer => {
  const content = zstdDecompressSync(bytes, { chunkSize: contentBytes + outputMargin });
  if (content.length !== contentBytes) throw new RangeError('a decompressed piece has an unexpected size');
  return content;
};

/** Runs `read`, and turns any error into DamagedPublication. */
export const readable = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedPublication) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
};
