import type { LocationBodies } from '../../../domain/location/location-bodies.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { boundedMemory } from './bounded-memory.ts';
import type { RecordBlocks } from './record-blocks.ts';
import { decompress } from './snapshot-compression.ts';

/** Where records are read from. */
export interface PackedRecords extends RecordBlocks {
  readonly recordsPerBlock: number;
}

/** How records are read. */
export interface RecordReading<Body> {
  /** Throws where the line is none. */
  readonly readLine: (line: string) => Body;
  /** Of how many characters of text the records are kept that were read; as objects they take about twice as much. */
  readonly keptCharacters: number;
}

/** Records near one another are often asked for one after the other: some 60 blocks. */
const keptBlockCharacters = 2 * 1024 * 1024;

const endsOf = (sizes: Uint32Array): Float64Array => {
  let end = 0;
  return Float64Array.from(sizes, (size) => {
    end += size;
    return end;
  });
};

/** Gives the lines of each block. Throws where it cannot be unpacked. */
const unpackedBlocks = ({ bytes, sizes, contentSizes }: RecordBlocks) => {
  const ends = endsOf(sizes);
  const kept = boundedMemory<readonly string[]>(keptBlockCharacters);
  return (block: number): readonly string[] => {
    const known = kept.get(block);
    if (known) return known;
    const start = block === 0 ? 0 : ends[block - 1];
    const content = decompress(bytes.subarray(start, ends[block]), contentSizes[block] ?? 0);
    const text = content.toString('utf8');
    const lines = text.split('\n');
    kept.add(block, lines, text.length);
    return lines;
  };
};

/**
 * Reads records out of their blocks. Throws DamagedPublication where a record cannot be read.
 */
export const recordBodies = <Body>(
  records: PackedRecords,
  { readLine, keptCharacters }: RecordReading<Body>,
): LocationBodies<Body> => {
  const { recordsPerBlock } = records;
  const linesOf = unpackedBlocks(records);
  const kept = boundedMemory<Body>(keptCharacters);
  const read = (row: number): Body => {
    try {
      const line = linesOf(Math.floor(row / recordsPerBlock))[row % recordsPerBlock] ?? '';
      const record = readLine(line);
      kept.add(row, record, line.length);
      return record;
    } catch (error) {
      throw new DamagedPublication(`the catalogue's record of row ${row} cannot be read`, { cause: error });
    }
  };
  return function* (rows) {
    for (const row of rows) yield kept.get(row) ?? read(row);
  };
};
