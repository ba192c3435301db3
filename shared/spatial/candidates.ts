import { chordMargin } from './chord.ts';
import { selectLowest } from './select-lowest.ts';

/** The nearest found so far: a few more than asked for, in no order, by the squares of chords. */
export interface Candidates {
  keys: Float64Array;
  companions: Uint32Array;
  count: number;
  /** How long a chord may be at most, its margin included. It shrinks while better ones are found. */
  reach: number;
  squaredReach: number;
  /** With so many it pays to drop those that cannot be among the first any more. */
  trimAt: number;
}

/** More room than this is given back after a search. */
const roomKept = 65_536;

export const noCandidates = (): Candidates => ({
  keys: new Float64Array(256),
  companions: new Uint32Array(256),
  count: 0,
  reach: 0,
  squaredReach: 0,
  trimAt: 0,
});

/** The next trimming is due after a quarter more, so that all trimmings together cost as much as a few. */
const nextTrim = (count: number) => count + (count >> 2) + 1;

/** Begins a search for the first `limit` up to a chord. */
export const startOver = (candidates: Candidates, limit: number, chord: number): void => {
  if (candidates.keys.length > roomKept) Object.assign(candidates, noCandidates());
  candidates.count = 0;
  candidates.reach = chord + chordMargin;
  candidates.squaredReach = candidates.reach * candidates.reach;
  candidates.trimAt = nextTrim(limit);
};

/** Makes room for a block more. */
export const makeRoom = (candidates: Candidates, more: number): void => {
  if (candidates.count + more <= candidates.keys.length) return;
  const { keys, companions } = candidates;
  const room = 2 * (candidates.count + more);
  candidates.keys = new Float64Array(room);
  candidates.keys.set(keys);
  candidates.companions = new Uint32Array(room);
  candidates.companions.set(companions);
};

/** From so many on, finding about where the last one is takes less time than finding it. */
const manyWanted = 1024;

/** The upper end of the narrow ring, out of a thousand of equal area, in which the last of the first `limit` is. */
const ringOfLast = ({ keys, count, squaredReach }: Candidates, limit: number): number => {
  const rings = 1000;
  const sizes = new Uint32Array(rings + 1);
  for (let index = 0; index < count; index++) {
    const ring = Math.floor(((keys[index] ?? 0) / squaredReach) * rings);
    sizes[ring] = (sizes[ring] ?? 0) + 1;
  }
  let ring = 0;
  for (let before = 0; before < limit; ring++) before += sizes[ring] ?? 0;
  return (ring / rings) * squaredReach;
};

/** The square of a chord that the last of the first `limit` does not exceed. */
const boundOfLast = (candidates: Candidates, limit: number): number => {
  if (limit >= manyWanted) return ringOfLast(candidates, limit);
  selectLowest(candidates, limit, 0, candidates.count);
  return candidates.keys[limit - 1] ?? 0;
};

/** Looks no further than a chord from now on, given its square. */
export const drawIn = (candidates: Candidates, square: number): void => {
  candidates.reach = Math.min(candidates.reach, Math.sqrt(square) + chordMargin);
  candidates.squaredReach = candidates.reach * candidates.reach;
};

/** Drops what has come out of reach. */
export const dropBeyondReach = (candidates: Candidates): void => {
  const { keys, companions, count, squaredReach } = candidates;
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const key = keys[index] ?? 0;
    if (key > squaredReach) continue;
    keys[kept] = key;
    companions[kept] = companions[index] ?? 0;
    kept++;
  }
  candidates.count = kept;
};

/** Drops what is further away than the first `limit`, beyond doubt: those about as far as the last of them stay. */
export const trim = (candidates: Candidates, limit: number): void => {
  drawIn(candidates, boundOfLast(candidates, limit));
  dropBeyondReach(candidates);
  candidates.trimAt = nextTrim(candidates.count);
};
