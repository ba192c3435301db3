/** Keys that are put into order, each with its companion. */
export interface KeyedColumns {
  readonly keys: Float64Array;
  readonly companions: Uint32Array;
}
