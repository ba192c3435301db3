import * as fc from 'fast-check';

/** Number of steps into which a range is divided. */
const steps = 2 ** 31 - 1;

/**
 * Numbers from `min` to `max`, most of them drawn evenly. By itself fast-check draws doubles by their bits, and of a range
 * that has zero in it nearly all lie closer to zero than any place does: one in five is drawn so, for the sake of those.
 */
export const evenlyBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: steps }).map((step) => min + (max - min) * (step / steps)) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
