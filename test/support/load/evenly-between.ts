import * as fc from 'fast-check';

const steps = 2 ** 31 - 1;

/**
 * Generates numbers from `min` to `max`, 80% of which are evenly distributed. The others are fast-check's own doubles.
 * Their bits are evenly distributed, so nearly all of them are close to zero if the range contains zero.
 */
export const evenlyBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: steps }).map((step) => min + (max - min) * (step / steps)) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
