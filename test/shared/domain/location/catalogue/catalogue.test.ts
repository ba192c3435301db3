import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueInMemory } from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import { aCapability } from '../../../../support/networks/network-records.ts';
import { distinct } from './brute-force.ts';
import { describeCatalogue } from './catalogue.suite.ts';
import { networks } from './random-network.ts';

const catalogueOf = (network: Parameters<typeof catalogueInMemory>[1]) => catalogueInMemory('1', network, []);

describe('a catalogue of locations in memory', () => {
  describeCatalogue(catalogueOf);
});

it('a catalogue does not change when the list from which it was built changes', async () => {
  await fc.assert(
    fc.property(networks, (network) => {
      const given = [...network];
      const catalogue = catalogueOf(given);
      given.length = 0;
      expect([...catalogue.search({ filter: {}, offset: 0, size: 100 }).page]).toHaveLength(
        Math.min(100, distinct(network).length),
      );
    }),
    { numRuns: 20 },
  );
});

describe('capabilities', () => {
  const capability = (code: number, capabilityId: string) => ({ ...aCapability(code), capabilityId });
  const { capabilities } = catalogueInMemory(
    '1',
    [],
    [capability(10, 'A'), capability(9, 'OLD'), capability(-1, 'A'), capability(9, 'B')],
  );

  it('are sorted by service code, and the last record with a code is used', () => {
    expect(capabilities.all().map(({ serviceCode }) => serviceCode)).toEqual([-1, 9, 10]);
    expect(capabilities.get(9)?.capabilityId).toBe('B');
    expect(capabilities.get(11)).toBeUndefined();
  });

  it('are found by their v3 ids, which need not be unique', () => {
    expect(capabilities.serviceCodesOf(['A'])).toEqual(new Set([10, -1]));
    expect(capabilities.serviceCodesOf(['B', 'OLD', 'a', '__proto__'])).toEqual(new Set([9]));
    expect(capabilities.serviceCodesOf([])).toEqual(new Set());
  });
});
