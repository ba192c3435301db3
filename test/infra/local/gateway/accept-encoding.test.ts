import { expect, test } from 'vitest';
import { prefersGzip } from '../../../../infra/local/gateway/accept-encoding.ts';

test.each([
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
])('Accept-Encoding %j prefers gzip: %s (E15)', (header, expected) => {
  expect(prefersGzip(header)).toBe(expected);
});
