import { expect, it } from 'vitest';
import { parseOverlap } from '../../../../infra/operator/keys/overlap.ts';

const hour = 3_600_000;

it.each([
  ['7d', 7 * 24 * hour],
  ['12h', 12 * hour],
  ['0d', 0],
  ['90d', 90 * 24 * hour],
])('%s is an overlap', (text, milliseconds) => {
  expect(parseOverlap(text)).toBe(milliseconds);
});

it.each(['', '7', 'd', '-1d', '1.5d', '7 d', '1w', '7dd'])('%j is none', (text) => {
  expect(() => parseOverlap(text)).toThrow('Expected days');
});

it.each(['91d', '9999h'])('%s is too long', (text) => {
  expect(() => parseOverlap(text)).toThrow('at most 90 days');
});
