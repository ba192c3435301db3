import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortKeys } from '../../../shared/spatial/sort-keys.ts';

/** A few keys and several thousand, spread evenly, in clusters, as far apart as can be, and many times the same. */
const keys = fc
  .record({
    count: fc.oneof(fc.nat({ max: 40 }), fc.integer({ min: 1_000, max: 3_000 })),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    shape: fc.constantFrom(
      (share: number) => share,
      (share: number) => share ** 40,
      (share: number) => Math.floor(share * 3),
      (share: number) => share * Number.MIN_VALUE * 5,
      (share: number) => (share < 0.001 ? 1e300 : share * 1e-300),
      () => 7,
    ),
  })
  .map(({ count, seed, shape }) => {
    let state = seed;
    return Float64Array.from({ length: count }, () => {
      state = (state * 48_271) % (2 ** 31 - 1);
      return shape(state / 2 ** 31);
    });
  });

describe('keys that are sorted', () => {
  it('ascend within their bounds, each with its companion, and those outside stay', async () => {
    await fc.assert(
      fc.property(keys, fc.nat({ max: 5 }), fc.nat({ max: 5 }), (given, before, behind) => {
        const [start, end] = [Math.min(before, given.length), Math.max(given.length - behind, before)];
        const columns = { keys: given.slice(), companions: Uint32Array.from(given, (_, index) => index) };
        sortKeys(columns, start, Math.min(end, given.length));
        const inside = given.subarray(start, end);
        const expected = given.slice();
        expected.set(inside.toSorted(), start);
        expect(columns.keys).toEqual(expected);
        expect(columns.companions.toSorted()).toEqual(Uint32Array.from(given, (_, index) => index));
        expect(Float64Array.from(columns.companions, (index) => given[index] ?? Number.NaN)).toEqual(
          expected,
        );
      }),
      { numRuns: 200 },
    );
  });
});
