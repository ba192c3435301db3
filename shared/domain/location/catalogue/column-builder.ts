import type { Location } from '../location.ts';

/** Builds one column of a catalogue. It sees every location once, in the order of codes. */
export interface ColumnBuilder<Column> {
  add(location: Location): void;
  /** Returns the column, which `v8.serialize` must support. `rows` has the row of each location, in the order of codes. */
  finish(rows: Uint32Array): Column;
}
