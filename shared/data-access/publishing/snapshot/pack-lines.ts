import { crc32 } from 'node:zlib';
import { type BlockSizes, lineBlocksWriter } from './line-blocks.ts';

/** Packed lines. */
interface PackedLines {
  readonly sizes: BlockSizes;
  /** CRC-32 of each line, by rank of its location. */
  readonly checksums: Uint32Array;
}

/** Number of lines between two turns of the event loop, some 20 ms of work. */
const linesPerTurn = 1024;

/**
 * Packs the lines of these ranks, in order, and passes on the blocks. Yields regularly, as for the renewal of a lease:
 * a million lines take half a minute.
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
