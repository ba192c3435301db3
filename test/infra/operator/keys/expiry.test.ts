import { describe, expect, it } from 'vitest';
import { parseExpiry, parseSince } from '../../../../infra/operator/keys/expiry.ts';

const now = new Date('2026-11-21T10:00:00Z');

describe('the expiry of a key', () => {
  it.each([
    ['90d', '2027-02-19T10:00:00.000Z'],
    ['2026-11-22', '2026-11-22T00:00:00.000Z'],
    ['2026-11-21T12:00:00+01:00', '2026-11-21T11:00:00.000Z'],
  ])('reads %s', (text, instant) => {
    expect(parseExpiry(text, now)).toBe(instant);
  });

  it.each(['', '90', 'd', '-1d', '1.5d', '90 d', '2026-02-30', '21/11/2026', '2026-11-22T10:00:00', '1e3d'])(
    'does not take %j for a time',
    (text) => {
      expect(() => parseExpiry(text, now)).toThrow('Expected a date');
    },
  );

  it.each(['0d', '2026-11-21', '2026-11-21T10:00:00Z'])('refuses %s, which is not in the future', (text) => {
    expect(() => parseExpiry(text, now)).toThrow('is not in the future');
  });
});

describe('since when', () => {
  it.each([
    ['30d', '2026-10-22T10:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  ])('reads %s', (text, instant) => {
    expect(parseSince(text, now)).toBe(instant);
  });
});
