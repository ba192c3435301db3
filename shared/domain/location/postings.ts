import { rowStart, type ValueColumn } from './value-column.ts';

/** Which rows bear each value of a column. */
export interface Postings {
  /** The rows that bear the value at this position of the dictionary, ascending. */
  rowsOf(value: number): Uint32Array;
}

/** Turns a column round: a counting sort, some 100 microseconds for 21,000 rows. */
export const postingsOf = (column: ValueColumn): Postings => {
  const { values, rowEnds, dictionary } = column;
  const ends = new Uint32Array(dictionary.ends.length + 1);
  for (let index = 0; index < values.length; index++) {
    const following = (values[index] ?? 0) + 1;
    ends[following] = (ends[following] ?? 0) + 1;
  }
  for (let value = 1; value < ends.length; value++) ends[value] = (ends[value] ?? 0) + (ends[value - 1] ?? 0);

  // From here on `ends` says where the next row of each value goes, and in the end where its rows end.
  const rows = new Uint32Array(values.length);
  for (let row = 0; row < rowEnds.length; row++) {
    const end = rowEnds[row] ?? 0;
    for (let index = rowStart(column, row); index < end; index++) {
      const value = values[index] ?? 0;
      const place = ends[value] ?? 0;
      rows[place] = row;
      ends[value] = place + 1;
    }
  }
  return {
    rowsOf: (value) => rows.subarray(value === 0 ? 0 : ends[value - 1], ends[value]),
  };
};
