import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  catalogueInMemory,
  type LocationCatalogue,
  type SearchRequest,
} from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { aCapability, postOffices } from '../../../../support/networks/network-records.ts';
import { matchesLocationFilter } from '../../../../support/oracles/matches-location-filter.ts';
import { place } from '../../../spatial/places.ts';
import { allNeighbours, distinct } from './brute-force.ts';
import { limits, networks, radii, sparingFilters } from './random-network.ts';

const catalogueOf = (network: Parameters<typeof catalogueInMemory>[1]) => catalogueInMemory('1', network, []);

const pageOf = (catalogue: LocationCatalogue, request: SearchRequest) => {
  const { total, page } = catalogue.search(request);
  return { total, page: [...page] };
};

const runs = { numRuns: 200 };

describe('a catalogue of locations in memory', () => {
  describe('search', () => {
    it('returns the same total and page of an area as brute force', async () => {
      await fc.assert(
        fc.property(
          networks,
          fc.record({ centre: place, radiusKm: radii }),
          sparingFilters,
          limits,
          limits,
          (network, area, filter, offset, size) => {
            const expected = allNeighbours(distinct(network), area).filter(({ location }) =>
              matchesLocationFilter(location, filter),
            );
            expect(pageOf(catalogueOf(network), { filter, area, offset, size })).toEqual({
              total: expected.length,
              page: expected.slice(offset, offset + size),
            });
          },
        ),
        runs,
      );
    });

    it('sorts matches by code at distance 0 if there is no area (B16)', async () => {
      await fc.assert(
        fc.property(networks, sparingFilters, limits, limits, (...query) => {
          const [network, filter, offset, size] = query;
          const expected = distinct(network).filter((location) => matchesLocationFilter(location, filter));
          expect(pageOf(catalogueOf(network), { filter, offset, size })).toEqual({
            total: expected.length,
            page: expected.slice(offset, offset + size).map((location) => ({ location, distanceKm: 0 })),
          });
        }),
        runs,
      );
    });
  });

  describe('look-ups', () => {
    it('find nothing under the names of inherited properties (B27)', () => {
      const catalogue = catalogueOf([]);
      expect(catalogue.get('__proto__')).toBeUndefined();
      expect(catalogue.get('constructor')).toBeUndefined();
      expect([...catalogue.list('principalPostcodes', 'toString')]).toEqual([]);
    });
  });
});

it('a search without an area returns the first of hundreds of matches by code', () => {
  const network = postOffices(2_000).map(
    (office, index): Location => (index % 5 === 0 ? { ...office, type: 'UPL' } : office),
  );
  const request = { filter: { types: new Set(['UPL'] as const) }, offset: 2, size: 3 };
  const { total, page } = pageOf(catalogueOf(network), request);
  expect(total).toBe(400);
  expect(page.map(({ location }) => location.locationCode)).toEqual(['000011_PO', '000016_PO', '000021_PO']);
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
