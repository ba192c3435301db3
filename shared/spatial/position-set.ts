/**
 * Sets of positions, for example all places that match a filter. Small sets are sorted arrays and large sets are
 * bitmaps, whichever takes less memory.
 */

/** A bit for each position of an index. Each word has 32 bits, so word n belongs to block n. */
export type Bitmap = Uint32Array;

/** An immutable set of positions. Do not modify the arrays that it returns. */
export interface PositionSet {
  readonly size: number;
  has(position: number): boolean;
  /** Returns the positions in ascending order. */
  positions(): Uint32Array;
  bits(): Bitmap;
}

/** Creates a set of ascending positions, all below `universe`, the number of places in the index. */
export const positionSet = (positions: Uint32Array, universe: number): PositionSet =>
  isSparse(positions.length, universe)
    ? sparseSet(positions, universe)
    : denseSet(bitmapOf(positions, universe), positions.length);

/** Creates a set of positions in any order, which may contain duplicates. A bitmap orders them faster than sorting. */
export const unorderedPositionSet = (positions: Uint32Array, universe: number): PositionSet =>
  setOfBits(bitmapOf(positions, universe), universe);

/**
 * Creates the set of positions whose number is selected: `isSelected[numbers[position]]` is 1. Does not branch, because
 * processors cannot predict whether a place matches, and a wrong prediction takes longer than everything else.
 */
export const positionsNumbered = (numbers: Uint32Array | Uint8Array, isSelected: Uint8Array): PositionSet => {
  const bits = emptyBitmap(numbers.length);
  for (let word = 0; word < bits.length; word++) {
    const end = Math.min(32 * word + 32, numbers.length);
    let value = 0;
    for (let position = 32 * word; position < end; position++)
      value |= (isSelected[numbers[position] ?? 0] ?? 0) << (position & 31);
    bits[word] = value;
  }
  return setOfBits(bits, numbers.length);
};

export const anyOf = (all: readonly PositionSet[], universe: number): PositionSet => {
  const sets = all.filter((set) => set.size > 0);
  const [first] = sets;
  if (first && sets.length === 1) return first;
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

export const allOf = (sets: readonly [PositionSet, ...PositionSet[]], universe: number): PositionSet =>
  sets
    .toSorted((a, b) => a.size - b.size)
    .reduce((smaller, larger) => restricted(smaller, larger, true, universe));

/** Returns the positions of a set that are not in another set. */
export const allBut = (set: PositionSet, excluded: PositionSet, universe: number): PositionSet =>
  excluded.size === 0 ? set : restricted(set, excluded, false, universe);

/** Returns the positions of a set that are in another set or, if `isMember` is false, that are not. */
const restricted = (
  set: PositionSet,
  other: PositionSet,
  isMember: boolean,
  universe: number,
): PositionSet => {
  if (isSparse(set.size, universe)) {
    const positions = set.positions().filter((position) => other.has(position) === isMember);
    return sparseSet(positions, universe);
  }
  const [words, others] = [set.bits(), other.bits()];
  const bits = emptyBitmap(universe);
  const inverted = isMember ? 0 : -1;
  for (let word = 0; word < bits.length; word++)
    bits[word] = (words[word] ?? 0) & ((others[word] ?? 0) ^ inverted);
  return setOfBits(bits, universe);
};

/** For up to 1/32 of all positions, a sorted array is not larger than a bitmap. */
const isSparse = (size: number, universe: number) => 32 * size <= universe;

const sparseSet = (positions: Uint32Array, universe: number): PositionSet => {
  let bits: Bitmap | undefined;
  return {
    size: positions.length,
    has: (position) => positions[lowerBound(positions, position)] === position,
    positions: () => positions,
    bits() {
      bits ??= bitmapOf(positions, universe);
      return bits;
    },
  };
};

const denseSet = (bits: Bitmap, size: number): PositionSet => ({
  size,
  has: (position) => (((bits[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1,
  positions: () => positionsOfBits(bits, size),
  bits: () => bits,
});

const setOfBits = (bits: Bitmap, universe: number): PositionSet => {
  const size = countBits(bits, 0, bits.length);
  return isSparse(size, universe) ? sparseSet(positionsOfBits(bits, size), universe) : denseSet(bits, size);
};

/** Returns the index of the first of the ascending positions that is not less than `position` (binary search). */
const lowerBound = (positions: Uint32Array, position: number): number => {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
};

const emptyBitmap = (universe: number): Bitmap => new Uint32Array(Math.ceil(universe / 32));

const bitmapOf = (positions: Uint32Array, universe: number): Bitmap => {
  const bits = emptyBitmap(universe);
  setBits(bits, positions);
  return bits;
};

const setBits = (bits: Bitmap, positions: Uint32Array): void => {
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? 0;
    bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31));
  }
};

/** Returns the number of bits set in the words from `start` up to `end` (exclusive). */
export const countBits = (bits: Bitmap, start: number, end: number): number => {
  let count = 0;
  for (let word = start; word < end; word++) count += popcount(bits[word] ?? 0);
  return count;
};

/** Counts the bits set in a word, by adding pairs of bits, then groups of four and eight in parallel. */
const popcount = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Returns the index of the lowest bit set in a word, which must not be 0. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

const positionsOfBits = (bits: Bitmap, size: number): Uint32Array => {
  const positions = new Uint32Array(size);
  let found = 0;
  for (let word = 0; word < bits.length && found < size; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      positions[found++] = 32 * word + lowestBit(rest);
    }
  }
  return positions;
};
