import type { DatabaseSync } from 'node:sqlite';
import { madeOnce } from '../../../domain/made-once.ts';
import { putInOrder } from './staged-tables.ts';
import { numberIn, type Row, rowsOf } from './temporary-rows.ts';

/** Reader of staged tables. The first read puts them in order, which ends the arrival of locations. */
export interface OrderedRows {
  readonly isInOrder: () => boolean;
  /** Yields the result of `read` for each row of a query. */
  select<T>(query: string, read: (row: Row) => T): Generator<T>;
  /** Counts the rows of a query's clauses, from `FROM` on. */
  count(part: string): number;
}

/** Creates a reader of the tables of a network that is being staged. */
export const orderedRows = (database: DatabaseSync): OrderedRows => {
  let isInOrder = false;
  const inOrder = madeOnce(() => {
    database.exec(putInOrder);
    isInOrder = true;
  });
  return {
    isInOrder: () => isInOrder,
    select: (query, read) => {
      inOrder();
      return rowsOf(database, query, read);
    },
    count: (part) => {
      inOrder();
      return numberIn(database.prepare(`SELECT count(*) AS count ${part}`).get()?.count);
    },
  };
};
