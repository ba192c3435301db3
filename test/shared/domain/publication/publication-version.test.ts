import { describe, expect, it } from 'vitest';
import { maxUncheckedSeconds } from '../../../../shared/domain/publication/check-grace.ts';
import {
  publicationVersion,
  versionAfter,
} from '../../../../shared/domain/publication/publication-version.ts';

const noon = Date.parse('2026-11-21T12:00:00.123Z');

describe('the version of a publication', () => {
  it('contains the time to the millisecond and random digits', () => {
    expect(versionAfter(undefined, noon, '4f2a9c')).toBe('20261121T120000123Z-4f2a9c');
    expect(publicationVersion.safeParse(versionAfter(undefined, noon, '4f2a9c')).success).toBe(true);
  });

  it('continues across the end of a year', () => {
    expect(versionAfter('20261231T235959999Z-ffffff', noon, '000000')).toBe('20270101T000000000Z-000000');
  });
});

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
