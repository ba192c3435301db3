import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { crockfordAlphabet, toCrockford } from '../../../shared/domain/crockford-base32.ts';

it('text stands for the number that the bytes are', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
      const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
      const read = Array.from(toCrockford(bytes)).reduce(
        (sum, character) => sum * 32 + crockfordAlphabet.indexOf(character),
        0,
      );
      expect(read).toBe(number);
    }),
  ));

it('bytes that do not fill the last character are followed by zero bits', () => {
  expect(toCrockford(Uint8Array.of(0xff))).toBe('ZW');
  expect(toCrockford(new Uint8Array())).toBe('');
});
