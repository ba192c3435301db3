import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/** Lines that wait until their order is known: they come in one order and are asked for in another. */
export interface SpooledLines {
  add(line: string): void;
  /** The line that came after `number` others, which must be there. */
  line(number: number): string;
  close(): void;
}

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -8192; -- KiB
  CREATE TABLE line (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
  BEGIN;`;

const row = z.object({ text: z.string() });

/** An empty spool. It spills to a temporary file, which vanishes with it. */
export const spoolLines = (): SpooledLines => {
  const database = new DatabaseSync('');
  database.exec(schema);
  const insert = database.prepare('INSERT INTO line VALUES (?, ?)');
  const select = database.prepare('SELECT text FROM line WHERE number = ?');
  let count = 0;
  return {
    add: (line) => void insert.run(count++, line),
    line: (number) => row.parse(select.get(number)).text,
    close: () => database.close(),
  };
};
