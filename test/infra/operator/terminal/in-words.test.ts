import { describe, expect, it } from 'vitest';
import {
  countInWords,
  distanceInWords,
  durationInWords,
  sizeInWords,
} from '../../../../infra/operator/terminal/in-words.ts';

describe('words for the operator', () => {
  it.each([
    [0, 'less than a second'],
    [1_000, '1 second'],
    [119_999, '119 seconds'],
    [120_000, '2 minutes'],
    [119 * 60_000, '119 minutes'],
    [2 * 3_600_000, '2 hours'],
    [47.9 * 3_600_000, '47 hours'],
    [48 * 3_600_000, '2 days'],
  ])('say %i ms as %s', (milliseconds, words) => {
    expect(durationInWords(milliseconds)).toBe(words);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [2_440_000, '2.4 MB'],
    [3_000_000_000, '3 GB'],
  ])('say a size of %i as %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words);
  });

  it('say how far an instant is, before and after', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    expect(distanceInWords(new Date('2026-11-21T09:57:00Z'), now)).toBe('3 minutes ago');
    expect(distanceInWords(new Date('2026-11-21T11:00:00Z'), now)).toBe('in 60 minutes');
  });

  it('set the thousands of a count apart', () => {
    expect(countInWords(21_000)).toBe('21,000');
  });
});
