import { crockfordAlphabet, type RandomBytes, toCrockford } from '../crockford-base32.ts';

/** 60 random bits in 12 characters of 5 bits, so that numbers cannot be guessed. */
const randomCharacters = 12;
const form = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/;

/** Multiplies by the primitive element x of the field GF(32) built on x^5 + x^2 + 1. */
const timesX = (value: number): number => (value & 0b10000 ? (value << 1) ^ 0b100101 : value << 1);

/**
 * Returns the weighted sum of the characters' values in GF(32). From right to left, the weights are increasing powers
 * of x. They are non-zero and distinct for up to 31 characters, so the sum detects one wrong character or a
 * transposition of two.
 */
const weightedSum = (characters: string): number =>
  Array.from(characters).reduce((sum, character) => timesX(sum) ^ crockfordAlphabet.indexOf(character), 0);

/**
 * Creates a reference number such as `7K3M-Q2ZT-9XV1C`, in groups that are easy to read aloud, with a check character
 * at the end.
 */
export const createReferenceNumber = (randomBytes: RandomBytes): string => {
  const random = toCrockford(randomBytes(8)).slice(0, randomCharacters);
  const check = crockfordAlphabet.charAt(timesX(weightedSum(random)));
  return `${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}${check}`;
};

export const isReferenceNumber = (text: string): boolean =>
  form.test(text) && weightedSum(text.replaceAll('-', '')) === 0;

/**
 * Parses a reference number as people write it. Lower case, missing hyphens, spaces, O for zero, and I or L for one are
 * accepted, as in Crockford's base 32. Returns the number in its canonical form, or why the text is invalid.
 */
export const readReferenceNumber = (
  text: string,
): { readonly number: string } | { readonly fault: 'form' | 'check character' } => {
  const characters = text
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const number = `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
  if (!form.test(number)) return { fault: 'form' };
  return isReferenceNumber(number) ? { number } : { fault: 'check character' };
};
