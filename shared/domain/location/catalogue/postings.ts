/** Posting lists of texts. The rows of `values[i]` are at indexes `starts[i]` up to `starts[i + 1]` (exclusive). */
export interface Postings {
  /** Distinct values in ascending order. */
  readonly values: readonly string[];
  readonly starts: Uint32Array;
  /** Rows of each value in ascending order. */
  readonly rows: Uint32Array;
}

/** Builds posting lists from the ranks of each value. `rows` has the row of each rank. */
export const postingsOf = (
  ranksByValue: ReadonlyMap<string, readonly number[]>,
  rows: Uint32Array,
): Postings => {
  const values = [...ranksByValue.keys()].sort();
  const starts = new Uint32Array(values.length + 1);
  const lists = values.map((value, position) => {
    const list = Uint32Array.from(ranksByValue.get(value) ?? [], (rank) => rows[rank] ?? 0).sort();
    starts[position + 1] = (starts[position] ?? 0) + list.length;
    return list;
  });
  const all = new Uint32Array(starts.at(-1) ?? 0);
  for (const [position, list] of lists.entries()) all.set(list, starts[position]);
  return { values, starts, rows: all };
};

/** Returns the rows of a value in ascending order; none if no location has the value. */
export const rowsOf = ({ values, starts, rows }: Postings, value: string): Uint32Array => {
  const position = findText(values, value);
  return position === undefined ? rows.subarray(0, 0) : rows.subarray(starts[position], starts[position + 1]);
};

/** Returns the position of a text in a sorted list; undefined if it is not in the list. */
export const findText = (texts: readonly string[], text: string): number | undefined => {
  const position = lowerBound(texts, text);
  return texts[position] === text ? position : undefined;
};

/** Returns the position of the first of the ascending texts that is not less than `text`. */
export const lowerBound = (texts: readonly string[], text: string): number => {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
};
