/** Loads zlib on first use, as a starting function has time for it while it waits for its data. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** Compression level, from 1 to 22: higher ones take much longer for a few per cent. */
const level = 9;

/** Compresses a piece of a snapshot, with a checksum of its content. */
export const compress = (content: Uint8Array): Uint8Array => {
  const { constants, zstdCompressSync } = zlib();
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  // Copied, as the result is a view of a much larger buffer, and a writer holds thousands.
  return Uint8Array.from(zstdCompressSync(content, { params }));
};

/** Extra bytes in the output buffer, without which zlib calls the decoder a second time to find the end. */
const slackBytes = 64;

/** Unpacks a piece of known size. Throws if it is not one, has another size or is damaged. */
export const decompress = (bytes: Uint8Array, contentBytes: number): Buffer => {
  const content = zlib().zstdDecompressSync(bytes, {
    chunkSize: contentBytes + slackBytes,
    maxOutputLength: Math.max(1, contentBytes),
  });
  if (content.length !== contentBytes) throw new RangeError('compressed content has another size than said');
  return content;
};

/** Compressed frame without content. */
const emptyFrame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);

/**
 * Loads the decompressor ahead of the first piece, best done while waiting for I/O. Returns whether it succeeded; if
 * not, unpacking the first piece throws the reason.
 */
export const prepareToDecompress = (): boolean => {
  try {
    return decompress(emptyFrame, 0).length === 0;
  } catch {
    return false;
  }
};
