import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createReferenceNumber,
  isReferenceNumber,
  readReferenceNumber,
} from '../../../../shared/domain/billing/reference-number.ts';
import { crockfordAlphabet } from '../../../../shared/domain/crockford-base32.ts';

const referenceNumber = fc
  .uint8Array({ minLength: 8, maxLength: 8 })
  .map((bytes) => createReferenceNumber(() => bytes));
const places = [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14];

const replaceAt = (text: string, place: number, character: string): string =>
  text.slice(0, place) + character + text.slice(place + 1);

it('accepts every number that it creates, in groups that are easy to read aloud, unless a character is wrong', async () => {
  await fc.assert(
    fc.property(referenceNumber, fc.constantFrom(...places), (number, place) => {
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/);
      for (const character of crockfordAlphabet) {
        const wrong = replaceAt(number, place, character);
        expect(isReferenceNumber(wrong)).toBe(wrong === number);
        expect(readReferenceNumber(wrong)).toEqual(
          wrong === number ? { number } : { fault: 'check character' },
        );
      }
    }),
  );
});

it('rejects a number with two characters transposed', () => {
  return fc.assert(
    fc.property(
      referenceNumber,
      fc.subarray(places, { minLength: 2, maxLength: 2 }),
      (number, [one = 0, other = 0]) => {
        const swapped = replaceAt(replaceAt(number, one, number.charAt(other)), other, number.charAt(one));
        expect(isReferenceNumber(swapped)).toBe(swapped === number);
      },
    ),
  );
});

it('uses 60 random bits', () => {
  const zero = createReferenceNumber(() => new Uint8Array(8));
  const numbers = Array.from({ length: 60 }, (_, bit) =>
    createReferenceNumber(() => {
      const bytes = new Uint8Array(8);
      bytes[bit >> 3] = 0x80 >> (bit & 7);
      return bytes;
    }),
  );
  expect(new Set([zero, ...numbers]).size).toBe(61);
});

it.each(['', '7K3M', '0000-0000-00000 ', '0000-0000-00000\n', '0000000000000', 'oooo-oooo-ooooo'])(
  'isReferenceNumber rejects %j',
  (text) => expect(isReferenceNumber(text)).toBe(false),
);

it('reads a number with the usual variations of spelling', () => {
  return fc.assert(
    fc.property(referenceNumber, fc.constantFrom('', ' ', '-', '\u2013'), (number, between) => {
      const written = number.toLowerCase().replaceAll('-', between).replaceAll('0', 'o');
      expect(readReferenceNumber(` ${written}\n`)).toEqual({ number });
      for (const one of ['i', 'L'])
        expect(readReferenceNumber(number.replaceAll('1', one))).toEqual({ number });
    }),
  );
});

it.each(['', '0000', '0000-0000-000000', 'U000-0000-00000', '0000_0000_00000', '０000-0000-00000'])(
  'reports an invalid form: %j',
  (text) => expect(readReferenceNumber(text)).toEqual({ fault: 'form' }),
);
