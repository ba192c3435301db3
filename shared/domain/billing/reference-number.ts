import { crockfordAlphabet, type RandomBytes, toCrockford } from '../crockford-base32.ts';

/** 12 characters of 5 bits: 60 random bits, so that no number leads to another. */
const randomCharacters = 12;
const form = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/;

/** Multiplies by the primitive element x of the field GF(32) built on x^5 + x^2 + 1. */
const timesX = (value: number): number => (value & 0b10000 ? (value << 1) ^ 0b100101 : value << 1);

/**
 * The sum of the characters' values, each weighted with a power of x that is one higher than that of its right
 * neighbour. Weights are never zero and never alike within 31 places, so that one wrong character and any two
 * characters that changed places always change the sum.
 */
const weightedSum = (characters: string): number =>
  Array.from(characters).reduce((sum, character) => timesX(sum) ^ crockfordAlphabet.indexOf(character), 0);

/** A new reference number, grouped for reading aloud, its last character the check: `7K3M-Q2ZT-9XV1C`. */
export const createReferenceNumber = (randomBytes: RandomBytes): string => {
  const random = toCrockford(randomBytes(8)).slice(0, randomCharacters);
  const check = crockfordAlphabet.charAt(timesX(weightedSum(random)));
  return `${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}${check}`;
};

/** Whether the text can be a reference number: it has the form, and its check character agrees. */
export const isReferenceNumber = (text: string): boolean =>
  form.test(text) && weightedSum(text.replaceAll('-', '')) === 0;

/** Why a text is no reference number: it has another form, or a character of it is wrong. */
type ReferenceFault = 'form' | 'check character';

/** What was read of a text: the number as it is written, or why it is none. */
export type ReadReference = { readonly number: string } | { readonly fault: ReferenceFault };

/**
 * A reference number as people write it down: in lower case, without hyphens or with blanks, with the letter O for the
 * zero and I or L for the one, as Crockford's base 32 allows.
 */
export const readReferenceNumber = (text: string): ReadReference => {
  const characters = text
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const number = `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
  if (!form.test(number)) return { fault: 'form' };
  return isReferenceNumber(number) ? { number } : { fault: 'check character' };
};
