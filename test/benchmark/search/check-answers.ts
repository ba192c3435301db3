import type { Place, PlaceColumns } from '../../../shared/spatial/index.ts';
import { pointOf, pointsOf, squaredChord, squaredChordToKm } from '../../../shared/spatial/sphere.ts';
import type { Check } from '../report/report.ts';
import { type Contender, type Found, ownName, type SearchKind, searchWith } from './contenders.ts';

/** Time after which a contender stops that has searched around `minCentres` centres. */
const budgetMilliseconds = 3_000;
const minCentres = 5;

/** Compares results with brute force. Only Waypost must also order places at the same distance. */
export const checkAnswers = async (
  places: PlaceColumns,
  contenders: readonly Contender[],
  kinds: readonly SearchKind[],
  centres: readonly Place[],
): Promise<Check[]> => {
  const tallies = contenders.flatMap((contender) =>
    kinds.map((kind) => ({ contender, kind, spent: 0, centres: 0, mismatches: 0 })),
  );
  const distancesFrom = measurePlaces(places);
  for (const centre of centres) {
    const distancesKm = distancesFrom(centre);
    const expected = new Map(kinds.map((kind) => [kind, expectedOf(distancesKm, kind)]));
    for (const tally of tallies) {
      const { contender, kind } = tally;
      const { name, placeAt } = contender;
      if (name !== ownName && tally.centres >= minCentres && tally.spent > budgetMilliseconds) continue;
      const began = performance.now();
      const answer = await searchWith(contender, kind)(centre);
      tally.spent += performance.now() - began;
      tally.centres += 1;
      const matches = name === ownName ? isSame : isAsNear;
      if (!matches({ expected: expected.get(kind) ?? 0, answer, placeAt, distancesKm }))
        tally.mismatches += 1;
    }
  }
  return tallies.map(({ contender, kind, centres: searched, mismatches }) => ({
    what: kind.name,
    contender: contender.name,
    size: places.lat.length,
    centres: searched,
    mismatches,
  }));
};

/** Computes distances in kilometres that are bitwise equal to those of `greatCircleKm`. */
export const measurePlaces = (places: PlaceColumns): ((centre: Place) => Float64Array) => {
  const points = pointsOf(places);
  return (centre) => {
    const { x, y, z } = pointOf(centre);
    const distancesKm = new Float64Array(places.lat.length);
    for (let number = 0; number < distancesKm.length; number++) {
      distancesKm[number] = squaredChordToKm(squaredChord(points, 3 * number, x, y, z));
    }
    return distancesKm;
  };
};

/** Returns the number of distances up to a radius, optionally only of the places that `among` marks. */
export const countWithin = (distancesKm: Float64Array, radiusKm: number, among?: Uint8Array): number => {
  let total = 0;
  for (let number = 0; number < distancesKm.length; number++) {
    if ((distancesKm[number] ?? 0) <= radiusKm && (among?.[number] ?? 1) === 1) total += 1;
  }
  return total;
};

const expectedOf = (distancesKm: Float64Array, { radiusKm, limit }: SearchKind): number | number[] => {
  if (limit === undefined) return countWithin(distancesKm, radiusKm);
  // Sorting a million distances for each centre would take minutes. More than `limit` places may be at a distance of 0.
  let reachKm = radiusKm;
  while (reachKm > 0.001 && countWithin(distancesKm, reachKm / 2) >= limit) reachKm /= 2;
  const near: number[] = [];
  for (let number = 0; number < distancesKm.length; number++) {
    if ((distancesKm[number] ?? 0) <= reachKm) near.push(number);
  }
  return near
    .sort((one, other) => (distancesKm[one] ?? 0) - (distancesKm[other] ?? 0) || one - other)
    .slice(0, limit);
};

/** Maximum difference in kilometres at which places may be swapped, because contenders use other distance formulas. */
const toleranceKm = 1e-6;

interface Comparison {
  readonly expected: number | readonly number[];
  readonly answer: number | Found;
  readonly placeAt?: ArrayLike<number> | undefined;
  readonly distancesKm: Float64Array;
}

/** Whether the result is the same number, or has the same places in the same order. */
export const isSame = (comparison: Comparison): boolean =>
  everyPlace(comparison, (place, number) => place === number);

/** Whether both lists have the same length, and the distances at each position are equal to the millimetre. */
export const isAsNear = (comparison: Comparison): boolean => {
  const { distancesKm } = comparison;
  return everyPlace(comparison, (place, number) => {
    const difference = (distancesKm[place] ?? Number.NaN) - (distancesKm[number] ?? Number.NaN);
    return Math.abs(difference) <= toleranceKm;
  });
};

const everyPlace = (
  { expected, answer, placeAt }: Comparison,
  matches: (place: number, number: number) => boolean,
): boolean => {
  if (typeof expected === 'number' || typeof answer === 'number') return expected === answer;
  const placeOf = (found: number) => (placeAt ? (placeAt[found] ?? -1) : found);
  return (
    expected.length === answer.length &&
    expected.every((number, rank) => matches(placeOf(answer[rank] ?? -1), number))
  );
};
