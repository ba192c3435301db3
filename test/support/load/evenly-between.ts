import * as fc from 'fast-check';

/** Number of steps into which a range is divided. */
const steps = 2 ** 31 - 1;

/**
 * Generates numbers from `min` to `max`, 80% of them evenly distributed. The others are fast-check's own doubles, which
 * are evenly distributed by their bits, and therefore nearly all close to zero in a range around zero.
 */
export const evenlyBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: steps }).map((step) => min + (max - min) * (step / steps)) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
