import { crc32 } from 'node:zlib';
import { type BlockSizes, lineBlocksWriter } from './line-blocks.ts';

/** Lines that were packed. */
interface PackedLines {
  readonly sizes: BlockSizes;
  /** CRC-32 of each line, by rank. */
  readonly checksums: Uint32Array;
}

/** Packs the line of each of these ranks, in their order, and hands on the blocks. */
export const packLines = (
  ranks: Uint32Array,
  lineOf: (rank: number) => string,
  take: (block: Uint8Array) => void,
): PackedLines => {
  const writer = lineBlocksWriter(take);
  const checksums = new Uint32Array(ranks.length);
  for (const rank of ranks) {
    const line = lineOf(rank);
    checksums[rank] = crc32(line);
    writer.add(line);
  }
  return { sizes: writer.finish(), checksums };
};
