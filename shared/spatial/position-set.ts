import { type Bitmap, bitsBetween, emptyBitmap, hasBit, positionsOf, setBits } from './bitmap.ts';

/** Some of the positions of an index. */
export interface PositionSet {
  readonly size: number;
  has(position: number): boolean;
  /** Ascending. Not to be changed. */
  positions(): Uint32Array;
  /** A bit for each position of the universe, 32 a word. Not to be changed. */
  bits(): Bitmap;
}

/** So few are kept one by one: a bitmap would take more room. */
const isSparse = (size: number, universe: number) => 32 * size <= universe;

/** Where a position stands among ascending ones, or would stand. */
const placeAmong = (positions: Uint32Array, position: number): number => {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
};

const bitmapOf = (positions: Uint32Array, universe: number): Bitmap => {
  const bits = emptyBitmap(universe);
  setBits(bits, positions);
  return bits;
};

const sparseSet = (positions: Uint32Array, universe: number): PositionSet => {
  // Kept once it was asked for: a set that lives as long as its index is asked for it again and again.
  let bits: Bitmap | undefined;
  return {
    size: positions.length,
    has: (position) => positions[placeAmong(positions, position)] === position,
    positions: () => positions,
    bits() {
      bits ??= bitmapOf(positions, universe);
      return bits;
    },
  };
};

const denseSet = (bits: Bitmap, size: number): PositionSet => ({
  size,
  has: (position) => hasBit(bits, position),
  positions: () => positionsOf(bits, size),
  bits: () => bits,
});

const setOfBits = (bits: Bitmap, universe: number): PositionSet => {
  const size = bitsBetween(bits, 0, bits.length);
  return isSparse(size, universe) ? sparseSet(positionsOf(bits, size), universe) : denseSet(bits, size);
};

/** The set of these positions, which ascend, out of `universe` in all. */
export const positionSet = (positions: Uint32Array, universe: number): PositionSet =>
  isSparse(positions.length, universe)
    ? sparseSet(positions, universe)
    : denseSet(bitmapOf(positions, universe), positions.length);

/** The set of `size` positions out of `universe`, made of those two ways to give them whichever takes less room. */
export const positionSetOf = (
  size: number,
  universe: number,
  given: { readonly positions: () => Uint32Array; readonly bits: () => Bitmap },
): PositionSet =>
  isSparse(size, universe) ? sparseSet(given.positions(), universe) : denseSet(given.bits(), size);

/** Bytes that a set takes, with the bits that it may be asked for, out of `universe` positions. */
export const bytesOfSet = ({ size }: PositionSet, universe: number): number =>
  (isSparse(size, universe) ? size * Uint32Array.BYTES_PER_ELEMENT : 0) + universe / 8;

const sortedTogether = (sets: readonly PositionSet[], size: number): Uint32Array => {
  const together = new Uint32Array(size);
  let end = 0;
  for (const set of sets) {
    together.set(set.positions(), end);
    end += set.size;
  }
  together.sort();
  return together.filter((position, index) => index === 0 || position !== together[index - 1]);
};

/** What any of the sets holds. */
export const anyOf = (sets: readonly PositionSet[], universe: number): PositionSet => {
  const [only] = sets;
  if (only && sets.length === 1) return only;
  const size = sets.reduce((sum, set) => sum + set.size, 0);
  if (isSparse(size, universe)) return sparseSet(sortedTogether(sets, size), universe);
  const bits = emptyBitmap(universe);
  for (const set of sets) {
    if (isSparse(set.size, universe)) setBits(bits, set.positions());
    else {
      const others = set.bits();
      for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (others[word] ?? 0);
    }
  }
  return setOfBits(bits, universe);
};

/** What all of the sets hold; there must be one at least. */
export const allOf = (sets: readonly [PositionSet, ...PositionSet[]], universe: number): PositionSet => {
  const [smallest, ...others] = sets.toSorted((one, other) => one.size - other.size);
  if (!smallest || others.length === 0) return sets[0];
  if (isSparse(smallest.size, universe)) {
    const common = smallest.positions().filter((position) => others.every((set) => set.has(position)));
    return sparseSet(common, universe);
  }
  const bits = smallest.bits().slice();
  for (const other of others.map((set) => set.bits())) {
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0);
  }
  return setOfBits(bits, universe);
};
