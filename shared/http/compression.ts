/** Answers of fewer bytes are not compressed: the gateway's setting for buffered ones, and ours for streamed ones. */
export const leastCompressedBytes = 1024;
