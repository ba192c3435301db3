import { crc32 } from 'node:zlib';
import { growingNumbers } from '../../../domain/location/growing-numbers.ts';
import type { Location } from '../../../domain/location/location.ts';
import { type BlockSizes, lineBlocksWriter } from './line-blocks.ts';
import { spoolLines } from './spooled-lines.ts';

/** The lines of one snapshot, and then their blocks. */
export interface LineWriter {
  /** In the order of location codes. */
  add(location: Location): void;
  /** Packs all lines, in the order of these ranks. */
  pack(rank: Uint32Array): BlockSizes;
  /** What was packed. */
  blocks(): Iterable<Uint8Array>;
  /** CRC-32 of each line, by rank. */
  checksums(): Uint32Array;
  close(): void;
}

/** Takes locations and keeps their lines: in memory, a checksum of each. */
export const lineWriter = (line: (location: Location) => string): LineWriter => {
  const spool = spoolLines();
  const checksums = growingNumbers();
  return {
    add(location) {
      const text = line(location);
      spool.add(text);
      checksums.push(crc32(text));
    },
    pack(rank) {
      const writer = lineBlocksWriter(spool.addBlock);
      for (const each of rank) writer.add(spool.line(each));
      return writer.finish();
    },
    blocks: spool.blocks,
    checksums: checksums.numbers,
    close: spool.close,
  };
};
