import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';

/** Blocks that are held until the sizes of all are known. */
export interface SpooledBlocks {
  add(block: Uint8Array): void;
  /** Yields the blocks in the order in which they were added. */
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

/** Creates an empty spool, backed by a temporary file that is removed with it. */
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
