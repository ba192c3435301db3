/**
 * Finds the nearest places in an area. A search walks the tree outwards from the block nearest to the centre. It keeps
 * candidates by their squared chords, within a bound that shrinks as closer places are found. Bounds include a margin
 * for rounding, so that no place is missed. At the end, exact distances are computed for the remaining candidates.
 */
import { type Bitmap, lowestBit } from './position-set.ts';
import { type KeyedValues, selectLowest, sortByKey } from './sort.ts';
import {
  chordMargin,
  kmToChord,
  type Point,
  pointOf,
  type SearchArea,
  squaredChord,
  squaredChordToKm,
} from './sphere.ts';
import { blockSize, loadBlock, minSquaredDistance, type Tree } from './tree.ts';

/** Places, ordered by increasing distance. */
export interface Nearest {
  readonly positions: Uint32Array;
  /** Kilometres along the great circle, unrounded. */
  readonly distancesKm: Float64Array;
}

/** Returns the nearest `limit` places in an area and, if given, in `bits`. Equal distances are ordered by rank. */
export const nearestInTree = (
  tree: Tree,
  rank: Uint32Array,
  area: SearchArea,
  limit: number,
  bits?: Bitmap,
): Nearest => {
  candidates.reset(limit, area.radiusKm);
  walkOutwards(tree, pointOf(area.centre), bits);
  return candidates.take(rank, area.radiusKm);
};

/**
 * The nearest places found so far, including those that tie with the last one. If the limit is small, they are kept
 * sorted, so that each closer place tightens the bound. Otherwise they are unsorted, and there may be up to twice the
 * limit.
 */
class Candidates implements KeyedValues {
  /** Squared chords from the centre. */
  keys = new Float64Array(initialRoom);
  /** Positions. */
  values = new Uint32Array(initialRoom);
  /** Places with a longer chord are ignored. Includes a margin for rounding. */
  maxChord = 0;
  squaredMaxChord = 0;
  #count = 0;
  #limit = 0;
  /** Number of candidates at which those beyond the limit are dropped. The arrays have room for this number. */
  #trimAt = 0;

  reset(limit: number, radiusKm: number): void {
    this.#count = 0;
    this.#limit = limit;
    this.maxChord = Number.POSITIVE_INFINITY;
    this.#tightenBound(kmToChord(radiusKm));
    this.#scheduleTrim(limit);
  }

  offer(position: number, square: number): void {
    if (square > this.squaredMaxChord) return;
    if (this.#limit <= sortedLimit) {
      this.#insert(position, square);
    } else {
      this.keys[this.#count] = square;
      this.values[this.#count++] = position;
      if (this.#count === this.#trimAt) this.#trim();
    }
  }

  #insert(position: number, square: number): void {
    if (this.#count === this.keys.length) this.#resize(2 * this.#count);
    const { keys, values } = this;
    let to = this.#count++;
    for (; to > 0 && (keys[to - 1] ?? 0) > square; to--) {
      keys[to] = keys[to - 1] ?? 0;
      values[to] = values[to - 1] ?? 0;
    }
    keys[to] = square;
    values[to] = position;
    if (this.#count < this.#limit) return;
    this.#tightenBound(Math.sqrt(keys[this.#limit - 1] ?? 0));
    while ((keys[this.#count - 1] ?? 0) > this.squaredMaxChord) this.#count--;
  }

  #tightenBound(chord: number): void {
    this.maxChord = Math.min(this.maxChord, chord + chordMargin);
    this.squaredMaxChord = this.maxChord * this.maxChord;
  }

  /** Schedules the next trim for twice as many candidates, so that the total cost of trims stays linear. */
  #scheduleTrim(count: number): void {
    this.#trimAt = 2 * count + 1;
    if (this.#trimAt > this.keys.length) this.#resize(this.#trimAt);
  }

  #resize(room: number): void {
    const { keys, values } = this;
    this.keys = new Float64Array(room);
    this.keys.set(keys.subarray(0, room));
    this.values = new Uint32Array(room);
    this.values.set(values.subarray(0, room));
  }

  /** Drops candidates beyond the limit, except those within the margin of the last one, which may tie with it. */
  #trim(): void {
    selectLowest(this, this.#limit, 0, this.#count);
    this.#tightenBound(Math.sqrt(this.keys[this.#limit - 1] ?? 0));
    let kept = this.#limit;
    for (let index = this.#limit; index < this.#count; index++) {
      const square = this.keys[index] ?? 0;
      if (square > this.squaredMaxChord) continue;
      this.keys[kept] = square;
      this.values[kept++] = this.values[index] ?? 0;
    }
    this.#count = kept;
    this.#scheduleTrim(kept);
  }

  /** Computes exact distances, sorts the candidates, and returns the candidates within the limit. */
  take(rank: Uint32Array, radiusKm: number): Nearest {
    if (this.#count > this.#limit) this.#trim();
    this.#measure(radiusKm);
    sortByKey(this, 0, this.#count);
    this.#sortTies(rank);
    const found = Math.min(this.#limit, this.#count);
    const positions = this.values.slice(0, found);
    const distancesKm = this.keys.slice(0, found);
    if (this.keys.length > maxRoomKept) this.#resize(initialRoom);
    return { positions, distancesKm };
  }

  /** Replaces squared chords with kilometres, and drops candidates beyond the radius. */
  #measure(radiusKm: number): void {
    let kept = 0;
    for (let index = 0; index < this.#count; index++) {
      const distanceKm = squaredChordToKm(this.keys[index] ?? 0);
      if (distanceKm > radiusKm) continue;
      this.keys[kept] = distanceKm;
      this.values[kept++] = this.values[index] ?? 0;
    }
    this.#count = kept;
  }

  #sortTies(rank: Uint32Array): void {
    const { keys, values } = this;
    for (let start = 0, end = 1; start < this.#count; start = end, end++) {
      const distanceKm = keys[start] ?? 0;
      while (end < this.#count && keys[end] === distanceKm) end++;
      if (end - start === 1) continue;
      for (let index = start; index < end; index++) keys[index] = rank[values[index] ?? 0] ?? 0;
      sortByKey(this, start, end);
      keys.fill(distanceKm, start, end);
    }
  }
}

/** Maximum limit for which candidates are kept sorted. This saves 20 % of the time for the nearest 5. */
const sortedLimit = 16;

/** Initial capacity for candidates, and the capacity above which memory is released after a search. */
const initialRoom = 256;
const maxRoomKept = 65_536;

// Searches are synchronous, so they can share their working memory.
const candidates = new Candidates();
/** Nodes to visit, at most one on each level, with a lower bound on the distance to their places. */
const stack = new Int32Array(64);
const gaps = new Float64Array(64);

/**
 * Offers all places that may be within the bound, nearest blocks first. Each descent follows the child on the centre's
 * side of the cut, and pushes the other child with its gap, which is its distance from the centre along the cut's axis.
 * By the time the other child is popped, the bound has usually shrunk below its gap, so most nodes cost one comparison.
 * For the others, the exact distance to the box decides.
 */
const walkOutwards = (tree: Tree, centre: Point, bits?: Bitmap): void => {
  const { width, axes, cuts, boxes } = tree;
  const { x, y, z } = centre;
  stack[0] = 1;
  gaps[0] = 0;
  let depth = 1;
  while (depth > 0) {
    depth--;
    let node = stack[depth] ?? 0;
    if ((gaps[depth] ?? 0) > candidates.maxChord) continue;
    if (minSquaredDistance(boxes, node, x, y, z) > candidates.squaredMaxChord) continue;
    while (node < width) {
      const axis = axes[node];
      const coordinate = axis === 0 ? x : axis === 1 ? y : z;
      const beyondFirst = coordinate - (cuts[2 * node] ?? 0);
      const beforeSecond = (cuts[2 * node + 1] ?? 0) - coordinate;
      node = 2 * node + (beyondFirst <= beforeSecond ? 0 : 1);
      const gap = Math.max(beyondFirst, beforeSecond);
      stack[depth] = node ^ 1;
      gaps[depth] = gap;
      if (gap <= candidates.maxChord) depth++;
    }
    if (minSquaredDistance(boxes, node, x, y, z) <= candidates.squaredMaxChord) {
      offerBlock(tree, node - width, x, y, z, bits);
    }
  }
};

const offerBlock = (tree: Tree, block: number, x: number, y: number, z: number, bits?: Bitmap): void => {
  if (bits && bits[block] === 0) return;
  const { points, isLoaded } = tree;
  if (isLoaded[block] === 0) loadBlock(tree, block);
  const start = block * blockSize;
  if (bits) {
    for (let rest = bits[block] ?? 0; rest !== 0; rest &= rest - 1) {
      const position = start + lowestBit(rest);
      candidates.offer(position, squaredChord(points, 3 * position, x, y, z));
    }
  } else {
    const end = Math.min(tree.size, start + blockSize);
    for (let position = start; position < end; position++) {
      candidates.offer(position, squaredChord(points, 3 * position, x, y, z));
    }
  }
};
