import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/** Blocks that wait until the sizes of all of them are known. */
export interface SpooledBlocks {
  add(block: Uint8Array): void;
  /** In the order in which they came. */
  blocks(): Iterable<Uint8Array>;
  close(): void;
}

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA page_size = 16384;
  PRAGMA cache_size = -1024; -- KiB
  CREATE TABLE block (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  BEGIN;`;

const blockRow = z.object({ bytes: z.instanceof(Uint8Array) });

/** An empty spool. It spills to a temporary file, which vanishes with it. */
export const spoolBlocks = (): SpooledBlocks => {
  const database = new DatabaseSync('');
  database.exec(schema);
  const insertBlock = database.prepare('INSERT INTO block (bytes) VALUES (?)');
  const selectBlocks = database.prepare('SELECT bytes FROM block ORDER BY number');
  return {
    add: (block) => void insertBlock.run(block),
    *blocks() {
      for (const row of selectBlocks.iterate()) yield blockRow.parse(row).bytes;
    },
    close: () => database.close(),
  };
};
