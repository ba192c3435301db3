import type { Bitmap } from '../../../spatial/index.ts';
import { growingNumbers } from './growing-numbers.ts';
import { type SortedTexts, sortedTexts } from './sorted-texts.ts';
import { encodedSteps, readSteps, readStepsAsBits, stepsBytes } from './steps.ts';
import type { WholeNumbers } from './whole-numbers.ts';

/**
 * Rows by value of an attribute. Rows are stored as differences of little more than a byte each: 10 MB for a million
 * locations with ten services each.
 */
export interface Postings {
  /** Distinct values, sorted. */
  readonly dictionary: SortedTexts;
  /** Number of rows of each value. */
  readonly counts: Uint32Array;
  /** Encoded differences between rows, value by value. */
  readonly steps: Uint8Array;
  /** End of each value's part of `steps`. */
  readonly ends: Uint32Array;
}

/** Returns the rows with the value at this position of the dictionary, ascending. */
export const rowsOf = ({ counts, steps, ends }: Postings, value: number): Uint32Array =>
  readSteps(steps, startOf(ends, value), counts[value] ?? 0);

/** Returns the rows with the value at this position of the dictionary as a bit set of `universe` rows. */
export const rowBitsOf = ({ counts, steps, ends }: Postings, value: number, universe: number): Bitmap =>
  readStepsAsBits(steps, startOf(ends, value), counts[value] ?? 0, universe);

const startOf = (ends: Uint32Array, value: number): number => (value === 0 ? 0 : (ends[value - 1] ?? 0));

/** Builder of postings. Add the distinct values of each location in the order of rank. */
export interface PostingsBuilder {
  add(values: readonly string[]): void;
  /** Builds the postings; `rank` has the rank of each row. */
  finish(rank: Uint32Array): Postings;
}

const endsOf = (counts: WholeNumbers): Uint32Array => {
  const ends = Uint32Array.from(counts);
  for (let index = 1; index < ends.length; index++) ends[index] = (ends[index - 1] ?? 0) + (ends[index] ?? 0);
  return ends;
};

/** Creates a builder of postings, which numbers values in order of appearance until it finishes. */
export const postingsBuilder = (): PostingsBuilder => {
  const numbers = new Map<string, number>();
  const values = growingNumbers();
  const counts = growingNumbers();
  const numberOf = (value: string): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size);
    return numbers.size - 1;
  };
  return {
    add(borne) {
      for (const value of borne) values.push(numberOf(value));
      counts.push(borne.length);
    },
    finish(rank) {
      const ordered = [...numbers.keys()].sort();
      const positionOfNumber = new Uint32Array(ordered.length);
      for (const [position, value] of ordered.entries()) positionOfNumber[numberOf(value)] = position;
      const valuesByRank = values.numbers();
      const endsByRank = endsOf(counts.numbers());
      const eachBearing = (show: (value: number, row: number) => void) => {
        for (let row = 0; row < rank.length; row++) {
          const each = rank[row] ?? 0;
          const end = endsByRank[each] ?? 0;
          for (let index = each === 0 ? 0 : (endsByRank[each - 1] ?? 0); index < end; index++) {
            show(positionOfNumber[valuesByRank[index] ?? 0] ?? 0, row);
          }
        }
      };
      const sizes = stepsBytes(ordered.length, eachBearing);
      return { dictionary: sortedTexts(ordered), ...encodedSteps(sizes, eachBearing) };
    },
  };
};
