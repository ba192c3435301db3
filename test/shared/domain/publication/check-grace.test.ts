import { expect, it } from 'vitest';
import { maxUncheckedSeconds } from '../../../../shared/domain/publication/check-grace.ts';

it.each([
  [0, 0],
  [1, 2],
  [5, 10],
  [6, 11],
  [30, 35],
])(
  'with a check every %i seconds, nothing stays unchecked for more than %i seconds',
  (checkSeconds, expected) => {
    expect(maxUncheckedSeconds(checkSeconds)).toBe(expected);
  },
);
