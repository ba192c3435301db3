import { expect, it } from 'vitest';
import { prefersGzip } from '../../../shared/http/accept-encoding.ts';

it.each([
  ['gzip', true],
  ['GZIP', true],
  ['br, gzip, identity;q=0', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q=0.5', true],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0, *', false],
  ['identity', false],
  ['identity, gzip;q=0.5', false],
  ['identity;q=0.5, gzip;q=0.5', true],
  ['', false],
  ['br', false],
  ['gzipped', false],
  ['gzip;q=high', false],
  ['gzip;q=1.5', false],
  ['gzip;level=1;q=0', false],
  ['IDENTITY, gzip;q=0.5', false],
])('Accept-Encoding %j prefers gzip: %s (E15)', (header, expected) => {
  expect(prefersGzip(header)).toBe(expected);
});
