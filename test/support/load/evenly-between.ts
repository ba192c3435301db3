import * as fc from 'fast-check';

const steps = 2 ** 31 - 1;

/** Generates numbers of which 80% are evenly distributed. Nearly all of fast-check's own doubles are close to zero. */
export const evenlyBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: steps }).map((step) => min + (max - min) * (step / steps)) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
