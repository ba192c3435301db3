import { boundedMemory } from '../../../domain/bounded-memory.ts';
import type { LocationBodies } from '../../../domain/location/catalogue/location-bodies.ts';
import { DamagedPublication } from '../damaged-publication.ts';

/** Source and parser of lines. */
export interface LineReading<Body> {
  /** Returns the lines of a block. Throws if it cannot be unpacked. */
  readonly textOf: (block: number) => string;
  readonly linesPerBlock: number;
  /** Parses a line. Throws if it is not one. */
  readonly readLine: (line: string) => Body;
  /** Maximum total of characters in cached unpacked blocks. */
  readonly keptCharacters: number;
}

/** Unpacked block, and the bodies read of it so far. */
interface OpenBlock<Body> {
  readonly lines: readonly string[];
  readonly bodies: (Body | undefined)[];
}

/** Creates bodies from lines on demand. Throws DamagedPublication if a line cannot be read. */
export const lineBodies = <Body>(reading: LineReading<Body>): LocationBodies<Body> => {
  const { textOf, linesPerBlock, readLine, keptCharacters } = reading;
  const kept = boundedMemory<number, OpenBlock<Body>>(keptCharacters);
  const open = (block: number): OpenBlock<Body> => {
    const text = textOf(block);
    const opened = { lines: text.split('\n'), bodies: [] };
    kept.add(block, opened, text.length);
    return opened;
  };
  const read = (row: number, { lines, bodies }: OpenBlock<Body>): Body => {
    const line = lines[row % linesPerBlock];
    if (line === undefined) throw new DamagedPublication('its block ends before it');
    const body = readLine(line);
    bodies[row % linesPerBlock] = body;
    return body;
  };
  return (row) => {
    const block = Math.floor(row / linesPerBlock);
    try {
      const opened = kept.get(block) ?? open(block);
      return opened.bodies[row % linesPerBlock] ?? read(row, opened);
    } catch (error) {
      throw new DamagedPublication(`the catalogue's line of row ${row} cannot be read`, { cause: error });
    }
  };
};
