import { describe, expect, it } from 'vitest';
import {
  publicationVersion,
  versionAfter,
} from '../../../../shared/domain/publication/publication-version.ts';

const noon = Date.parse('2026-11-21T12:00:00.123Z');

describe('the version of a publication', () => {
  it('tells the time to the millisecond and ends in random digits', () => {
    expect(versionAfter(undefined, noon, '4f2a9c')).toBe('20261121T120000123Z-4f2a9c');
    expect(publicationVersion.safeParse(versionAfter(undefined, noon, '4f2a9c')).success).toBe(true);
  });

  it('sorts as text by the time it was taken', () => {
    const times = [0, 1, 999, 60_000, 86_400_000, 40 * 86_400_000].map((later) => noon + later);
    const versions = times.map((time) => versionAfter(undefined, time, '000000'));
    expect(versions.toSorted()).toEqual(versions);
  });

  it('is greater than the former one when the clock stands or goes back', () => {
    for (const time of [noon, noon - 1, noon - 600_000, 0]) {
      const former = versionAfter(undefined, noon, 'ffffff');
      const next = versionAfter(former, time, '000000');
      expect(next > former).toBe(true);
      expect(next).toBe('20261121T120000124Z-000000');
    }
  });

  it('goes on over the end of a year', () => {
    expect(versionAfter('20261231T235959999Z-ffffff', noon, '000000')).toBe('20270101T000000000Z-000000');
  });
});
