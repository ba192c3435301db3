import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  postingsBuilder,
  rowBitsOf,
  rowsOf,
} from '../../../../../shared/domain/location/catalogue/postings.ts';
import { positionOf } from '../../../../../shared/domain/location/catalogue/sorted-texts.ts';
import {
  encodedSteps,
  readSteps,
  readStepsAsBits,
  stepsBytes,
} from '../../../../../shared/domain/location/catalogue/steps.ts';

/** Returns the numbers of the bits that are set. */
const rowsOfBits = (bits: Uint32Array): number[] => {
  const rows: number[] = [];
  for (let row = 0; row < 32 * bits.length; row++) {
    if (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) rows.push(row);
  }
  return rows;
};

describe('postings', () => {
  const values = fc.subarray(['a', 'b', 'B', '10', '9', '', '💌']);
  const borne = fc.array(values, { maxLength: 300, size: 'max' });

  it('say of each value the rows that bear it, ascending, in whatever order the rows stand', async () => {
    await fc.assert(
      fc.property(borne, fc.infiniteStream(fc.double({ noNaN: true })), (byRank, keys) => {
        const shuffled = byRank.map((_, rank) => ({ rank, key: keys.next().value ?? 0 }));
        const rank = Uint32Array.from(
          shuffled.sort((one, other) => one.key - other.key),
          (each) => each.rank,
        );
        const builder = postingsBuilder();
        for (const each of byRank) builder.add(each);
        const postings = builder.finish(rank);

        const all = new Set(byRank.flat());
        expect(postings.counts).toHaveLength(all.size);
        for (const value of all) {
          const position = positionOf(postings.dictionary, value) ?? Number.NaN;
          const expected = [...rank.keys()].filter((row) => byRank[rank[row] ?? 0]?.includes(value));
          expect(Array.from(rowsOf(postings, position))).toEqual(expected);
          const bits = rowBitsOf(postings, position, rank.length);
          expect(rowsOfBits(bits)).toEqual(expected);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('steps', () => {
  it.each([0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 2 ** 31 - 1, 2 ** 32 - 1])(
    'lead to row %i and back',
    (row) => {
      const eachBearing = (show: (value: number, row: number) => void) => show(0, row);
      const { counts, steps, ends } = encodedSteps(stepsBytes(1, eachBearing), eachBearing);
      expect(Array.from(readSteps(steps, 0, counts[0] ?? 0))).toEqual([row]);
      expect(ends[0]).toBe(steps.length);
    },
  );

  it('take a byte for each row of a value that one row in a hundred bears', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => index * 100);
    const eachBearing = (show: (value: number, row: number) => void) => {
      for (const row of rows) show(0, row);
    };
    const { steps } = encodedSteps(stepsBytes(1, eachBearing), eachBearing);
    expect(steps).toHaveLength(1_000);
    expect(Array.from(readSteps(steps, 0, 1_000))).toEqual(rows);
  });

  it('are read as bits too, however many bytes they take', () => {
    const rows = [0, 127, 255, 16_639, 16_640, 2_113_791, 4_210_943];
    const eachBearing = (show: (value: number, row: number) => void) => {
      for (const row of rows) show(0, row);
    };
    const { steps } = encodedSteps(stepsBytes(1, eachBearing), eachBearing);
    const bits = readStepsAsBits(steps, 0, rows.length, 4_210_944);
    expect(bits).toHaveLength(131_592);
    expect(rowsOfBits(bits)).toEqual(rows);
  });
});
