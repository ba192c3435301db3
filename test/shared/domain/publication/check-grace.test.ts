import { expect, it } from 'vitest';
import { maxUncheckedSeconds } from '../../../../shared/domain/publication/check-grace.ts';

it.each([
  [0, 0],
  [1, 2],
  [5, 10],
  [6, 11],
  [30, 35],
])('a check every %i seconds leaves nothing unchecked for longer than %i', (checkSeconds, longest) => {
  expect(maxUncheckedSeconds(checkSeconds)).toBe(longest);
});
