import { describe, expect, it } from 'vitest';
import { routes } from '../../../../infra/routes/routes.ts';
import {
  deniedOperations,
  type Scope,
  scopes,
  scopeTextAllows,
  toScopeText,
  withoutRedundantScopes,
} from '../../../../shared/domain/access/scope.ts';

it('removes duplicate scopes, and parts of a service that is granted as a whole', () => {
  expect(
    withoutRedundantScopes([
      'locations-v3:export',
      'locations-v3',
      'bill-management:enquiries',
      'bill-management:enquiries',
      'bill-management:billers',
    ]),
  ).toEqual(['locations-v3', 'bill-management:billers', 'bill-management:enquiries']);
});

const search = '/locations/v3/workcentres';
const exported = '/locations/v3/export/workcentres';
const enquiries = '/bill-management-api/v1/enquiries';

describe('a list of scopes', () => {
  it.each<readonly [string, string, boolean]>([
    ['locations-v2,locations-v3:export', '/locations/v2/services', true],
    ['locations-v2,locations-v3:export', exported, true],
    ['locations-v2,locations-v3:export', enquiries, false],
    ['nothing,locations-v2', '/locations/v2/services', true],
    ['nothing,locations-v2', search, false],
    ['locations-v3:search', `${search}/{id}`, true],
    ['locations-v3:search', `${search}/{id}/nothing`, false],
    ['locations-v3:search', `${search}-of-mine`, false],
    ['locations-v3', '/locations/v3/new-operation', true],
    ['locations-v3', '/locations/v30/new-operation', false],
  ])('%s allows %s: %s', (text, path, opens) => {
    expect(scopeTextAllows(text, path)).toBe(opens);
  });

  it.each(['', ',', 'locations', 'locations-v3:', 'Locations-v3', 'locations-v3;locations-v2'])(
    'allows no operation without a valid scope: %j',
    (text) => {
      for (const { path } of routes) expect(scopeTextAllows(text, path), path).toBe(false);
    },
  );

  it('allows all operations that the policy for the same scopes does not deny', () => {
    const everyPair = scopes.flatMap((one) => scopes.map((other): readonly Scope[] => [one, other]));
    for (const granted of everyPair) {
      const denied = deniedOperations(granted).map(({ path }) => path);
      for (const { path } of routes.filter(({ open }) => !open)) {
        const opens = scopeTextAllows(toScopeText(granted), path);
        expect(opens, `${granted}: ${path}`).toBe(!denied.includes(path));
      }
    }
  });
});
