/** Smallest answer that is compressed, in bytes: by the gateway if buffered, by the function if streamed. */
export const leastCompressedBytes = 1024;
