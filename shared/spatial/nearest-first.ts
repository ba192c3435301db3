import type { Candidates } from './candidates.ts';
import { kilometresAlong } from './chord.ts';
import { sortKeys } from './sort-keys.ts';

/** Positions, nearest first, and how far each is: kilometres, great circle, unrounded. */
export interface Nearest {
  readonly positions: Uint32Array;
  readonly distancesKm: Float64Array;
}

/** Turns squares of chords into kilometres, and drops what is beyond the rim. */
const measure = (candidates: Candidates, radiusKm: number): void => {
  const { keys, companions, count } = candidates;
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const distanceKm = kilometresAlong(keys[index] ?? 0);
    if (distanceKm > radiusKm) continue;
    keys[kept] = distanceKm;
    companions[kept++] = companions[index] ?? 0;
  }
  candidates.count = kept;
};

/** Puts those that are equally far, and stand together, into the order of their rank. */
const sortTies = (candidates: Candidates, rank: Uint32Array): void => {
  const { keys, companions, count } = candidates;
  for (let start = 0, end = 1; start < count; start = end, end++) {
    const distanceKm = keys[start] ?? 0;
    while (end < count && keys[end] === distanceKm) end++;
    if (end - start === 1) continue;
    for (let index = start; index < end; index++) keys[index] = rank[companions[index] ?? 0] ?? 0;
    sortKeys(candidates, start, end);
    keys.fill(distanceKm, start, end);
  }
};

/** The first `limit` of the candidates: by distance, those equally far by their rank. */
export const nearestFirst = (
  candidates: Candidates,
  rank: Uint32Array,
  radiusKm: number,
  limit: number,
): Nearest => {
  measure(candidates, radiusKm);
  sortKeys(candidates, 0, candidates.count);
  sortTies(candidates, rank);
  const found = Math.min(limit, candidates.count);
  const positions = new Uint32Array(found);
  const distancesKm = new Float64Array(found);
  // Copied one by one: for a handful that takes half as long as a slice.
  for (let index = 0; index < found; index++) {
    positions[index] = candidates.companions[index] ?? 0;
    distancesKm[index] = candidates.keys[index] ?? 0;
  }
  return { positions, distancesKm };
};
