import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesWildcard, wildcard } from '../../../../infra/local/gateway/wildcard.ts';

it.each([
  ['*', '', true],
  ['a*', 'a/b/c', true],
  ['a/*/c', 'a/b/b/c', true],
  ['a/*/c', 'a/c', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*b', 'abab', true],
  ['*a?', 'aaaa', true],
  ['abc', 'abcd', false],
  ['abcd', 'abc', false],
  ['a**c', 'a-c', true],
  ['a.c', 'abc', false],
  ['[a]*', '[a]bc', true],
])('%s against %s: %s', (pattern, text, expected) => {
  expect(matchesWildcard(pattern, text)).toBe(expected);
});

it('a path made to be slow is not (E20)', () => {
  // One that tries every split would take longer than anybody waits.
  const startedAt = performance.now();
  expect(matchesWildcard('*/*/*/*/*/*/*/*!', '/a'.repeat(5_000))).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

const letters = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });

it('a pattern that is kept for many texts matches the same ones', () => {
  fc.assert(
    fc.property(letters('a', 'b', '*', '*', '?'), letters('a', 'b'), (pattern, text) => {
      expect(wildcard(pattern)(text)).toBe(matchesWildcard(pattern, text));
    }),
    { numRuns: 2_000 },
  );
});
