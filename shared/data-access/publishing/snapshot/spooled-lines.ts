import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/** Lines that wait until their order is known, and what they are packed into until the sizes of all of it are. */
export interface SpooledLines {
  add(line: string): void;
  /** The line that came after `number` others, which must be there. */
  line(number: number): string;
  addBlock(block: Uint8Array): void;
  /** In the order in which they came. */
  blocks(): Iterable<Uint8Array>;
  close(): void;
}

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -8192; -- KiB
  CREATE TABLE line (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE block (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  BEGIN;`;

const lineRow = z.object({ text: z.string() });
const blockRow = z.object({ bytes: z.instanceof(Uint8Array) });

/** An empty spool. It spills to a temporary file, which vanishes with it. */
export const spoolLines = (): SpooledLines => {
  const database = new DatabaseSync('');
  database.exec(schema);
  const insertLine = database.prepare('INSERT INTO line VALUES (?, ?)');
  const selectLine = database.prepare('SELECT text FROM line WHERE number = ?');
  const insertBlock = database.prepare('INSERT INTO block (bytes) VALUES (?)');
  const selectBlocks = database.prepare('SELECT bytes FROM block ORDER BY number');
  let count = 0;
  return {
    add: (line) => void insertLine.run(count++, line),
    line: (number) => lineRow.parse(selectLine.get(number)).text,
    addBlock: (block) => void insertBlock.run(block),
    *blocks() {
      for (const row of selectBlocks.iterate()) yield blockRow.parse(row).bytes;
    },
    close: () => database.close(),
  };
};
