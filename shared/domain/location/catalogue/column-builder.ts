import type { Location } from '../location.ts';

/** Builds one column of a catalogue. It sees every location once, ordered by code. */
export interface ColumnBuilder<Column> {
  add(location: Location): void;
  /** Returns the column, which `v8.serialize` must support. `rows` has the row of each location, ordered by code. */
  finish(rows: Uint32Array): Column;
}
