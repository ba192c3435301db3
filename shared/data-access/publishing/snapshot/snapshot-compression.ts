/** Loaded when it is first needed: a function that starts has time for that while it waits for what it unpacks. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** Of 1 to 22. Those above take many times as long for a few per cent. */
const level = 9;

/** Compresses a piece of a snapshot, with a checksum of its content. */
export const compress = (content: Uint8Array): Uint8Array => {
  const { constants, zstdCompressSync } = zlib();
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  // A copy, because the result is the first part of a buffer several times as large: a writer holds thousands.
  return Uint8Array.from(zstdCompressSync(content, { params }));
};

/** A little more than the content: with exactly as much, a second look for more would cost as much as the first. */
const slackBytes = 64;

/** Unpacks a piece whose size is known. Throws where it is none, of another size or damaged. */
export const decompress = (bytes: Uint8Array, contentBytes: number): Buffer => {
  const content = zlib().zstdDecompressSync(bytes, {
    chunkSize: contentBytes + slackBytes,
    maxOutputLength: Math.max(1, contentBytes),
  });
  if (content.length !== contentBytes) throw new RangeError('compressed content has another size than said');
  return content;
};

/** A frame of no content. */
const emptyFrame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);

/**
 * Loads all that unpacking needs, as the first piece would: some milliseconds, for which waiting is the time. Gives whether
 * it could; whoever unpacks the first piece is told why not.
 */
export const prepareToDecompress = (): boolean => {
  try {
    return decompress(emptyFrame, 0).length === 0;
  } catch {
    return false;
  }
};
