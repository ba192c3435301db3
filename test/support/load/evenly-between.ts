import * as fc from 'fast-check';

/** Number of steps into which a range is divided. */
const steps = 2 ** 31 - 1;

/**
 * Generates numbers from `min` to `max`, four in five of them evenly distributed. By itself fast-check draws doubles by
 * their bits, which puts nearly all numbers of a range around zero close to zero; one in five is drawn so, to cover
 * those.
 */
export const evenlyBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: steps }).map((step) => min + (max - min) * (step / steps)) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
