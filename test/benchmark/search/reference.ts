import type { Place, PlaceColumns } from '../../../shared/spatial/index.ts';
import { pointOf, pointsOf, squaredChord, squaredChordToKm } from '../../../shared/spatial/sphere.ts';
import type { SearchKind } from './search-kinds.ts';

/** Kilometres of every place from a centre, and what follows from them: brute force, with nothing left to chance. */
export interface Reference {
  readonly distancesKm: Float64Array;
  /** Of the places that `among` marks, or of all. */
  count(radiusKm: number, among?: Uint8Array): number;
  /** Numbers of the nearest, those equally far by number. */
  nearest(radiusKm: number, limit: number): number[];
}

const steps = 4_096;

/** A distance that at least `limit` places do not exceed, where so many are within the radius, and few others. */
const reachOf = (distancesKm: Float64Array, radiusKm: number, limit: number): number => {
  const inStep = new Uint32Array(steps + 1);
  for (const km of distancesKm)
    if (km <= radiusKm)
      inStep[Math.floor((km / radiusKm) * steps)] = 1 + (inStep[Math.floor((km / radiusKm) * steps)] ?? 0);
  let counted = 0;
  const last = inStep.findIndex((inThis) => {
    counted += inThis;
    return counted >= limit;
  });
  return last < 0 ? radiusKm : Math.min(radiusKm, ((last + 2) / steps) * radiusKm);
};

/**
 * Looks at every place, from any centre. Places are turned into points in space once, not from every centre anew:
 * the distances are those of `greatCircleKm` to the last bit, by which the contender called brute force looks.
 */
export const referenceOf = (places: PlaceColumns): ((centre: Place) => Reference) => {
  const points = pointsOf(places);
  return (centre) => {
    const { x, y, z } = pointOf(centre);
    const distancesKm = new Float64Array(places.lat.length);
    for (let number = 0; number < distancesKm.length; number++) {
      distancesKm[number] = squaredChordToKm(squaredChord(points, 3 * number, x, y, z));
    }
    return {
      distancesKm,
      count(radiusKm, among) {
        let total = 0;
        for (let number = 0; number < distancesKm.length; number++) {
          if ((distancesKm[number] ?? 0) <= radiusKm && (among?.[number] ?? 1) === 1) total += 1;
        }
        return total;
      },
      nearest(radiusKm, limit) {
        const reach = reachOf(distancesKm, radiusKm, limit);
        const near: number[] = [];
        for (let number = 0; number < distancesKm.length; number++) {
          if ((distancesKm[number] ?? 0) <= reach) near.push(number);
        }
        return near
          .sort((one, other) => (distancesKm[one] ?? 0) - (distancesKm[other] ?? 0) || one - other)
          .slice(0, limit);
      },
    };
  };
};

/** What brute force answers to a kind of question. */
export const expectedOf = (reference: Reference, { radiusKm, limit }: SearchKind): number | number[] =>
  limit === undefined ? reference.count(radiusKm) : reference.nearest(radiusKm, limit);
