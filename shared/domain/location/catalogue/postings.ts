/** Posting lists of texts. The rows of `values[i]` are at indexes `starts[i]` up to `starts[i + 1]` (exclusive). */
export interface Postings {
  /** Distinct values in ascending order. */
  readonly values: readonly string[];
  readonly starts: Uint32Array;
  /** Rows of each value in ascending order. */
  readonly rows: Uint32Array;
}

export class PostingsBuilder {
  readonly #ranks = new Map<string, number[]>();

  /** Adds a rank to the list of a value. Do not add the same rank to the same value twice. */
  add(value: string, rank: number): void {
    const ranks = this.#ranks.get(value);
    if (ranks) ranks.push(rank);
    else this.#ranks.set(value, [rank]);
  }

  /** Returns the posting lists. `rows` has the row of each rank. */
  finish(rows: Uint32Array): Postings {
    const values = [...this.#ranks.keys()].sort();
    const starts = new Uint32Array(values.length + 1);
    const lists = values.map((value, position) => {
      const list = Uint32Array.from(this.#ranks.get(value) ?? [], (rank) => rows[rank] ?? 0).sort();
      starts[position + 1] = (starts[position] ?? 0) + list.length;
      return list;
    });
    const all = new Uint32Array(starts.at(-1) ?? 0);
    for (const [position, list] of lists.entries()) all.set(list, starts[position]);
    return { values, starts, rows: all };
  }
}

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
