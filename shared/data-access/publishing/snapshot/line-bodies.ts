import { boundedMemory } from '../../../domain/bounded-memory.ts';
import type { LocationBodies } from '../../../domain/location/catalogue/location-bodies.ts';
import { DamagedPublication } from '../damaged-publication.ts';

/** Where lines are, and how they are read. */
export interface LineReading<Body> {
  /** Gives the lines of a block. Throws where it cannot be unpacked. */
  readonly textOf: (block: number) => string;
  readonly linesPerBlock: number;
  /** Throws where the line is none. */
  readonly readLine: (line: string) => Body;
  /** Blocks are kept that were unpacked, as many as have so many characters together. */
  readonly keptCharacters: number;
}

/** A block that was unpacked, and what was read of it so far. */
interface OpenBlock<Body> {
  readonly lines: readonly string[];
  readonly bodies: (Body | undefined)[];
}

/** Makes bodies of lines. Throws DamagedPublication where one cannot be read. */
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
