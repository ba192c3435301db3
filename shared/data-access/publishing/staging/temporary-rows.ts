import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/**
 * Readers of rows of a temporary database, which only this process writes. Checked by hand, as parsing millions of rows
 * with a schema would dominate a publication.
 */

export type Row = Record<string, SQLOutputValue>;

/** Returns the text of a column. Throws TypeError if there is none. */
export const textIn = (column: SQLOutputValue | undefined): string => {
  if (typeof column === 'string') return column;
  throw new TypeError('the column holds no text');
};

/** Returns the number of a column. Throws TypeError if there is none. */
export const numberIn = (column: SQLOutputValue | undefined): number => {
  if (typeof column === 'number') return column;
  throw new TypeError('the column holds no number');
};

/** Yields the result of `read` for each row. */
export function* rowsOf<T>(database: DatabaseSync, select: string, read: (row: Row) => T): Generator<T> {
  for (const row of database.prepare(select).iterate()) yield read(row);
}
