import { expect, it } from 'vitest';
import { apiKey } from '../../../../shared/domain/access/api-key.ts';
import { scope, withoutRepetition } from '../../../../shared/domain/access/scope.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

it('what a scope opens is kept once: a part within its service is not repeated', () => {
  expect(
    withoutRepetition([
      'locations-v3:export',
      'locations-v3',
      'bill-management:enquiries',
      'bill-management:enquiries',
      'bill-management:billers',
    ]),
  ).toEqual(['locations-v3', 'bill-management:billers', 'bill-management:enquiries']);
});

it('a key that was stored with whole services is still one', () => {
  const stored = storedKey('4hjk29fmw0qz', { scopes: ['bill-management', 'locations-v2', 'locations-v3'] });
  expect(apiKey.parse(stored)).toEqual(stored);
});

it.each(['bill-management:', 'locations-v2:search', 'locations-v3:exports', ':export', ''])(
  'is no scope: %j',
  (text) => {
    expect(scope.safeParse(text).success).toBe(false);
  },
);
