import type { Found } from './contender.ts';

/** Others may reckon distances by another formula: places that are this much apart in distance may change places. */
const toleranceKm = 1e-6;

interface Answered {
  readonly expected: number | readonly number[];
  readonly answer: number | Found;
  /** The number of the place at each position that was answered, where those are not the same. */
  readonly placeAt?: ArrayLike<number>;
  /** Kilometres of each place from the centre. */
  readonly distancesKm: Float64Array;
}

/** The very places in the very order, or the very number. */
export const isSame = ({ expected, answer, placeAt }: Answered): boolean => {
  if (typeof expected === 'number' || typeof answer === 'number') return expected === answer;
  return (
    expected.length === answer.length &&
    expected.every((number, index) => {
      const found = answer[index] ?? -1;
      return (placeAt ? placeAt[found] : found) === number;
    })
  );
};

/** As many, and at each rank one that is as far away to the millimetre. */
export const isAsNear = ({ expected, answer, placeAt, distancesKm }: Answered): boolean => {
  if (typeof expected === 'number' || typeof answer === 'number') return expected === answer;
  return (
    expected.length === answer.length &&
    expected.every((number, index) => {
      const found = answer[index] ?? -1;
      const place = placeAt ? (placeAt[found] ?? -1) : found;
      return Math.abs((distancesKm[place] ?? Number.NaN) - (distancesKm[number] ?? 0)) <= toleranceKm;
    })
  );
};
