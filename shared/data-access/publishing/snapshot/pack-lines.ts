import { crc32 } from 'node:zlib';
import { type BlockSizes, lineBlocksWriter } from './line-blocks.ts';

/** Lines that were packed. */
interface PackedLines {
  readonly sizes: BlockSizes;
  /** CRC-32 of each line, by rank. */
  readonly checksums: Uint32Array;
}

/** Some 20 ms of work. */
const linesPerTurn = 1024;

/**
 * Packs the line of each of these ranks, in their order, and hands on the blocks. Stops now and then, so that whatever
 * else is due can have its turn, such as renewing a lease: a million lines take half a minute.
 */
export function* packLines(
  ranks: Uint32Array,
  lineOf: (rank: number) => string,
  take: (block: Uint8Array) => void,
): Generator<undefined, PackedLines> {
  const writer = lineBlocksWriter(take);
  const checksums = new Uint32Array(ranks.length);
  for (const [row, rank] of ranks.entries()) {
    const line = lineOf(rank);
    checksums[rank] = crc32(line);
    writer.add(line);
    if (row % linesPerTurn === 0) yield;
  }
  return { sizes: writer.finish(), checksums };
}
