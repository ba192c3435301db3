import { roomFor, type WholeNumbers } from '../../../domain/location/catalogue/whole-numbers.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import type { NumberArray, UnpackedArrays } from './packed-arrays.ts';

/** Copies numbers to the narrowest array that holds them all. */
export const narrowed = (numbers: Uint32Array): WholeNumbers => {
  let largest = 0;
  for (const number of numbers) if (number > largest) largest = number;
  const narrow = roomFor(numbers.length, largest);
  narrow.set(numbers);
  return narrow;
};

/** Widens a narrowed array to four bytes a number. Throws DamagedPublication if it is missing. */
export const takeUnsigned = (arrays: UnpackedArrays, name: string): Uint32Array => {
  const numbers = arrays.take<WholeNumbers>(name, Uint8Array, Uint16Array, Uint32Array);
  return numbers instanceof Uint32Array ? numbers : new Uint32Array(numbers);
};

/** Turns ends into lengths, which are small and similar, and so compress well. */
export const lengthsOf = (ends: Uint32Array): WholeNumbers =>
  narrowed(ends.map((end, index) => end - (ends[index - 1] ?? 0)));

/** Turns lengths back into ends. Throws DamagedPublication if they do not add up to the total. */
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
