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

/**
 * Creates a set of positions in any order, which may contain duplicates. A bitmap orders them faster than sorting does,
 * unless they are few.
 */
export const unorderedPositionSet = (positions: Uint32Array, universe: number): PositionSet =>
  256 * positions.length <= universe
    ? sparseSet(withoutRepeats(positions.toSorted()), universe)
    : setOfBits(bitmapOf(positions, universe), universe);

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

/** Returns the union of sets. */
export const anyOf = (all: readonly PositionSet[], universe: number): PositionSet => {
  const sets = all.filter((set) => set.size > 0);
  const [first] = sets;
  if (first && sets.length === 1) return first;
  const size = sets.reduce((sum, set) => sum + set.size, 0);
  if (isSparse(size, universe)) return unorderedPositionSet(joined(sets, size), universe);
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

/** Returns the intersection of sets. */
export const allOf = (sets: readonly [PositionSet, ...PositionSet[]], universe: number): PositionSet =>
  sets
    .toSorted((a, b) => a.size - b.size)
    .reduce((smaller, larger) =>
      isSparse(smaller.size, universe)
        ? sparseSet(positionsWhere(smaller.positions(), larger, true), universe)
        : commonSet(smaller, larger, universe),
    );

/**
 * Returns the positions that are in a set or, if `isMember` is false, those that are not. `filter` would take three
 * times as long and more memory.
 */
const positionsWhere = (positions: Uint32Array, set: PositionSet, isMember: boolean): Uint32Array => {
  const kept = new Uint32Array(positions.length);
  let count = 0;
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? 0;
    if (set.has(position) === isMember) kept[count++] = position;
  }
  return kept.slice(0, count);
};

/** Returns the positions of a set that are not in another set. */
export const allBut = (set: PositionSet, excluded: PositionSet, universe: number): PositionSet => {
  if (excluded.size === 0) return set;
  if (isSparse(set.size, universe)) {
    return sparseSet(positionsWhere(set.positions(), excluded, false), universe);
  }
  const others = excluded.bits();
  return setOfBits(
    set.bits().map((word, index) => word & ~(others[index] ?? 0)),
    universe,
  );
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

/**
 * Returns the intersection of dense sets. Its bitmap is created on first use, because text searches intersect many sets
 * and read few. Bitmaps of large networks would otherwise keep the garbage collector busy.
 */
const commonSet = (one: PositionSet, other: PositionSet, universe: number): PositionSet => {
  const ones = one.bits();
  const others = other.bits();
  const wordAt = (word: number) => (ones[word] ?? 0) & (others[word] ?? 0);
  let size = 0;
  for (let word = 0; word < ones.length; word++) size += popcount(wordAt(word));
  if (isSparse(size, universe)) return sparseSet(positionsOf(wordAt, ones.length, size), universe);
  let bits: Bitmap | undefined;
  return {
    size,
    has: (position) => one.has(position) && other.has(position),
    positions: () => positionsOf(wordAt, ones.length, size),
    bits() {
      bits ??= ones.map((word, index) => word & (others[index] ?? 0));
      return bits;
    },
  };
};

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

const joined = (sets: readonly PositionSet[], size: number): Uint32Array => {
  const positions = new Uint32Array(size);
  let end = 0;
  for (const set of sets) {
    positions.set(set.positions(), end);
    end += set.size;
  }
  return positions;
};

const withoutRepeats = (ascending: Uint32Array): Uint32Array =>
  ascending.filter((position, index) => index === 0 || position !== ascending[index - 1]);

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

const positionsOfBits = (bits: Bitmap, size: number): Uint32Array =>
  positionsOf((word) => bits[word] ?? 0, bits.length, size);

/** Returns the positions of the bits set in this number of words. `size` is the number of set bits. */
const positionsOf = (wordAt: (word: number) => number, words: number, size: number): Uint32Array => {
  const positions = new Uint32Array(size);
  let found = 0;
  for (let word = 0; word < words && found < size; word++) {
    for (let rest = wordAt(word); rest !== 0; rest &= rest - 1) {
      positions[found++] = 32 * word + lowestBit(rest);
    }
  }
  return positions;
};
