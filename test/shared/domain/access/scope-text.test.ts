import { describe, expect, it } from 'vitest';
import { routes } from '../../../../infra/routes/routes.ts';
import { closedPaths, type Scope, scopes } from '../../../../shared/domain/access/scope.ts';
import { scopeTextOpens, toScopeText } from '../../../../shared/domain/access/scope-text.ts';

const search = '/locations/v3/workcentres';
const exported = '/locations/v3/export/workcentres';
const enquiries = '/bill-management-api/v1/enquiries';

it('scopes are one text with commas between them', () => {
  expect(toScopeText([])).toBe('');
  expect(toScopeText(['locations-v2'])).toBe('locations-v2');
  expect(toScopeText(['locations-v3:search', 'bill-management'])).toBe('locations-v3:search,bill-management');
});

describe('a text of scopes', () => {
  it.each<readonly [string, string, boolean]>([
    ['locations-v3', search, true],
    ['locations-v3', exported, true],
    ['locations-v3', '/locations/v2/services', false],
    ['locations-v3:search', search, true],
    ['locations-v3:search', exported, false],
    ['locations-v3:export', exported, true],
    ['locations-v3:export', search, false],
    ['locations-v2,locations-v3:export', '/locations/v2/services', true],
    ['locations-v2,locations-v3:export', exported, true],
    ['locations-v2,locations-v3:export', enquiries, false],
    ['bill-management:enquiries,locations-v2', enquiries, true],
  ])('%s opens %s: %s', (text, path, opens) => {
    expect(scopeTextOpens(text, path)).toBe(opens);
    expect(scopeTextOpens(text, path), 'when it is asked again').toBe(opens);
  });

  it('closes a path and all below it, and none that only begins like it', () => {
    expect(scopeTextOpens('locations-v3:export', `${search}/410001`)).toBe(false);
    expect(scopeTextOpens('locations-v3:export', `${search}/`)).toBe(false);
    expect(scopeTextOpens('locations-v3:export', `${search}-of-mine`)).toBe(true);
    expect(scopeTextOpens('locations-v3:export', search.slice(0, -1))).toBe(true);
    expect(scopeTextOpens('locations-v2', '/locations/v3')).toBe(false);
    expect(scopeTextOpens('locations-v2', '/locations/v30')).toBe(true);
  });

  it.each(['', ',', 'locations', 'locations-v3:', 'Locations-v3', 'locations-v3;locations-v2'])(
    'opens no operation where it names no scope: %j',
    (text) => {
      for (const { path } of routes) expect(scopeTextOpens(text, path), path).toBe(false);
    },
  );

  it('opens what its scopes open, whatever else it names', () => {
    expect(scopeTextOpens('nothing,locations-v2', '/locations/v2/services')).toBe(true);
    expect(scopeTextOpens('nothing,locations-v2', search)).toBe(false);
  });

  it('opens what the policy of the same scopes does not deny', () => {
    const everyPair = scopes.flatMap((one) => scopes.map((other): readonly Scope[] => [one, other]));
    for (const granted of everyPair) {
      const closed = closedPaths(granted);
      for (const { path } of routes) {
        const isClosed = closed.some((outer) => `${path}/`.startsWith(`${outer}/`));
        expect(scopeTextOpens(toScopeText(granted), path), `${granted}: ${path}`).toBe(!isClosed);
      }
    }
  });
});

it('more texts than are kept are all answered rightly', () => {
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 1_200; number += 1) {
      expect(scopeTextOpens(`locations-v3:search,unknown-${number}`, search)).toBe(true);
      expect(scopeTextOpens(`locations-v3:search,unknown-${number}`, exported)).toBe(false);
    }
  }
});
