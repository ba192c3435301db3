import { expect, it } from 'vitest';
import { maxUncheckedSeconds } from '../../../../shared/domain/publication/check-grace.ts';
import { versionAfter } from '../../../../shared/domain/publication/publication-version.ts';

it('the version of a publication continues across the end of a year', () => {
  const noon = Date.parse('2026-11-21T12:00:00.123Z');
  expect(versionAfter('20261231T235959999Z-ffffff', noon, '000000')).toBe('20270101T000000000Z-000000');
});

it.each([
  [0, 0],
  [1, 2],
  [5, 10],
  [6, 11],
  [30, 35],
])('with a check every %i s, nothing stays unchecked for more than %i s', (checkSeconds, expected) => {
  expect(maxUncheckedSeconds(checkSeconds)).toBe(expected);
});
