import type { Location } from '../location.ts';

/** Builds one column of a catalogue. It sees every location once, ordered by code. */
export interface ColumnBuilder<Column> {
  add(location: Location): void;
  /** Returns the column, which `v8.serialize` must support. `rows` has the row of each location, ordered by code. */
  finish(rows: Uint32Array): Column;
}

/** Reorders a number of each rank by row. `rows` has the row of each rank. */
export const byRow = (numbers: readonly number[], rows: Uint32Array): Uint32Array => {
  const ordered = new Uint32Array(numbers.length);
  for (const [rank, number] of numbers.entries()) ordered[rows[rank] ?? 0] = number;
  return ordered;
};

/** Collects distinct values, in the order of their first occurrence. `key` identifies a value. */
export const distinctValues = <Value>() => {
  const values: Value[] = [];
  const positions = new Map<string, number>();
  return {
    values,
    positionOf(key: string, value: Value): number {
      const position = positions.get(key) ?? values.push(value) - 1;
      positions.set(key, position);
      return position;
    },
  };
};
