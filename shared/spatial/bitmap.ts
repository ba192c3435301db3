/** A bit for each position, 32 a word. */
export type Bitmap = Uint32Array;

export const emptyBitmap = (universe: number): Bitmap => new Uint32Array(Math.ceil(universe / 32));

export const hasBit = (bits: Bitmap, position: number): boolean =>
  (((bits[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;

export const setBits = (bits: Bitmap, positions: Uint32Array): void => {
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? 0;
    bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31));
  }
};

/** How many bits of a word are set, counted in pairs, fours and bytes at once. */
const bitCount = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** How many bits are set in the words from `start` up to `end`. */
export const bitsBetween = (bits: Bitmap, start: number, end: number): number => {
  let count = 0;
  for (let word = start; word < end; word++) count += bitCount(bits[word] ?? 0);
  return count;
};

/** The lowest bit of a word that is not 0, as its number. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/** The positions of the `count` bits that are set, ascending. */
export const positionsOf = (bits: Bitmap, count: number): Uint32Array => {
  const positions = new Uint32Array(count);
  let found = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      positions[found++] = 32 * word + lowestBit(rest);
    }
  }
  return positions;
};
