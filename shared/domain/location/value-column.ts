import { type SortedTexts, sortedTexts } from './sorted-texts.ts';

/** Whole numbers from 0, as wide as the largest needs. */
export type UnsignedArray = Uint8Array | Uint16Array | Uint32Array;

/** Room for `length` numbers of which none is greater than `largest`. */
export const unsignedArray = (length: number, largest: number): UnsignedArray => {
  if (largest <= 0xff) return new Uint8Array(length);
  return largest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
};

/** What the rows of a table bear of one attribute: nothing, one value or several, each once. */
export interface ValueColumn {
  /** All values that any row bears. */
  readonly dictionary: SortedTexts;
  /** Where the values of each row end in `values`. */
  readonly rowEnds: Uint32Array;
  /** The values of all rows, row by row, as positions in the dictionary. */
  readonly values: UnsignedArray;
}

/** Where the values of a row begin in `values`. */
export const rowStart = ({ rowEnds }: ValueColumn, row: number): number =>
  row === 0 ? 0 : (rowEnds[row - 1] ?? 0);

/** Takes the values of one row after the other. */
export interface ValueColumnBuilder {
  add(values: readonly string[]): void;
  finish(): ValueColumn;
}

/** Builds a column; until it is finished, values are numbered as they come. */
export const valueColumnBuilder = (): ValueColumnBuilder => {
  const numbers = new Map<string, number>();
  const values: number[] = [];
  const rowEnds: number[] = [];
  const numberOf = (value: string): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size);
    return numbers.size - 1;
  };
  return {
    add(row) {
      for (const value of row.length > 1 ? new Set(row) : row) values.push(numberOf(value));
      rowEnds.push(values.length);
    },
    finish() {
      const ordered = [...numbers.keys()].sort();
      const positions = new Uint32Array(ordered.length);
      for (const [position, value] of ordered.entries()) positions[numberOf(value)] = position;
      const positioned = unsignedArray(values.length, ordered.length - 1);
      for (const [index, number] of values.entries()) positioned[index] = positions[number] ?? 0;
      return { dictionary: sortedTexts(ordered), rowEnds: Uint32Array.from(rowEnds), values: positioned };
    },
  };
};
