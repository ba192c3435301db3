import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createKeyToken,
  digestOfKey,
  keyEnvironments,
  parseKeyToken,
} from '../../../../shared/domain/access/key-token.ts';

const anyToken = fc
  .record({
    environment: fc.constantFrom(...keyEnvironments),
    bytes: fc.uint8Array({ minLength: 40, maxLength: 40 }),
  })
  .map(({ environment, bytes }) => ({
    environment,
    ...createKeyToken(environment, (size) => bytes.slice(-size)),
  }));

it('parses every key that it creates', () => {
  return fc.assert(
    fc.property(anyToken, ({ environment, token, keyId }) => {
      expect(token).toMatch(/^wp_(live|test|web)_[0-9a-z]{12}_[0-9a-z]{59}$/);
      expect(parseKeyToken(token)).toEqual({ environment, keyId });
    }),
  );
});

it('A09: rejects a key with one changed, missing, extra or swapped-case character', () => {
  const character = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyzABCXYZ_- \t\0é');
  return fc.assert(
    fc.property(anyToken, fc.nat(79), character, ({ token }, position, wrong) => {
      // Browser keys are one character shorter.
      const place = position % token.length;
      const [before, after] = [token.slice(0, place), token.slice(place + 1)];
      const changed = before + wrong + after;
      expect(parseKeyToken(changed) === undefined).toBe(changed !== token);
      expect(parseKeyToken(before + after)).toBeUndefined();
      expect(parseKeyToken(before + wrong + token.slice(place))).toBeUndefined();
      const swapped = before + token.charAt(place).toUpperCase() + after;
      expect(parseKeyToken(swapped) === undefined).toBe(swapped !== token);
    }),
  );
});

it('rejects a key with two adjacent characters transposed', () => {
  return fc.assert(
    fc.property(anyToken, fc.nat(78), ({ token }, place) => {
      const swapped =
        token.slice(0, place) + token.charAt(place + 1) + token.charAt(place) + token.slice(place + 2);
      expect(parseKeyToken(swapped) === undefined).toBe(swapped !== token);
    }),
  );
});

it.each(['', ' ', 'wp_live', 'x'.repeat(100_000), 'wp_live_'.repeat(10_000)])(
  'rejects text that is not a key: %#',
  (text) => expect(parseKeyToken(text)).toBeUndefined(),
);

it('uses all 256 random bits of the secret in the key and its digest', () => {
  const tokenOf = (secret: Uint8Array) =>
    createKeyToken('test', (size) => (size === 32 ? secret : new Uint8Array(size))).token;
  const tokens = Array.from({ length: 256 }, (_, bit) => {
    const secret = new Uint8Array(32);
    secret[bit >> 3] = 0x80 >> (bit & 7);
    return tokenOf(secret);
  });

  expect(new Set(tokens).size).toBe(256);
  expect(new Set(tokens.map((token) => digestOfKey(token).toString('hex'))).size).toBe(256);
});
