import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/**
 * Rows of a temporary database, which nobody but this process has written. They are read by hand: a schema for each of
 * millions takes as long as the database itself.
 */

type Row = Record<string, SQLOutputValue>;

/** A text that must be there. Throws TypeError. */
export const textIn = (column: SQLOutputValue | undefined): string => {
  if (typeof column === 'string') return column;
  throw new TypeError('the column holds no text');
};

/** A number that must be there. Throws TypeError. */
export const numberIn = (column: SQLOutputValue | undefined): number => {
  if (typeof column === 'number') return column;
  throw new TypeError('the column holds no number');
};

/** What is read of each row, one after the other. */
export function* rowsOf<T>(database: DatabaseSync, select: string, read: (row: Row) => T): Generator<T> {
  for (const row of database.prepare(select).iterate()) yield read(row);
}
