import { DamagedPublication } from '../damaged-publication.ts';
import type { NumberArray, UnpackedArrays } from './packed-arrays.ts';

/** Whole numbers from 0, as wide as the largest needs. */
type UnsignedArray = Uint8Array | Uint16Array | Uint32Array;

/** The same numbers in the narrowest array that holds them all. */
export const narrowed = (numbers: Uint32Array): UnsignedArray => {
  let largest = 0;
  for (const number of numbers) if (number > largest) largest = number;
  if (largest <= 0xff) return Uint8Array.from(numbers);
  return largest <= 0xffff ? Uint16Array.from(numbers) : numbers;
};

/** An array that was narrowed, four bytes a number again. Throws DamagedPublication where there is none. */
export const takeUnsigned = (arrays: UnpackedArrays, name: string): Uint32Array => {
  const numbers = arrays.take<UnsignedArray>(name, Uint8Array, Uint16Array, Uint32Array);
  return numbers instanceof Uint32Array ? numbers : new Uint32Array(numbers);
};

/** Lengths instead of ends: they are small and much alike, and so compress to next to nothing. */
export const lengthsOf = (ends: Uint32Array): UnsignedArray =>
  narrowed(ends.map((end, index) => end - (ends[index - 1] ?? 0)));

/** Ends again, of lengths that must add up to the total. Throws DamagedPublication. */
export const endsOf = (lengths: NumberArray, total: number, name: string): Uint32Array => {
  const ends = new Uint32Array(lengths.length);
  let end = 0;
  for (let index = 0; index < lengths.length; index++) {
    end += lengths[index] ?? 0;
    ends[index] = end;
  }
  if (end !== total) throw new DamagedPublication(`the lengths of ${name} do not add up`);
  return ends;
};
