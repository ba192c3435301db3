import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  LocationCatalogue,
  SearchRequest,
} from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import { type Location, principalAddress } from '../../../../../shared/domain/location/location.ts';
import { locationTypes } from '../../../../../shared/domain/location/location-types.ts';
import { matchesLocationFilter } from '../../../../support/oracles/matches-location-filter.ts';
import { allNeighbours, distinct } from './brute-force.ts';
import { filters, limits, networks, positions, radii, sparingFilters } from './random-network.ts';

const pageOf = (catalogue: LocationCatalogue, request: SearchRequest) => {
  const { total, page } = catalogue.search(request);
  return { total, page: [...page] };
};

/** Tests that a catalogue returns the same results as a check of every location. */
export const describeCatalogue = (
  catalogueOf: (network: readonly Location[]) => LocationCatalogue | Promise<LocationCatalogue>,
) => {
  const runs = { numRuns: 200 };

  describe('search', () => {
    it('returns the same total and page of an area as brute force', async () => {
      await fc.assert(
        fc.asyncProperty(
          networks,
          fc.record({ centre: positions, radiusKm: radii }),
          sparingFilters,
          limits,
          limits,
          async (network, area, filter, offset, size) => {
            const expected = allNeighbours(distinct(network), area).filter(({ location }) =>
              matchesLocationFilter(location, filter),
            );
            expect(pageOf(await catalogueOf(network), { filter, area, offset, size })).toEqual({
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
        fc.asyncProperty(networks, sparingFilters, limits, limits, async (...query) => {
          const [network, filter, offset, size] = query;
          const expected = distinct(network).filter((location) => matchesLocationFilter(location, filter));
          expect(pageOf(await catalogueOf(network), { filter, offset, size })).toEqual({
            total: expected.length,
            page: expected.slice(offset, offset + size).map((location) => ({ location, distanceKm: 0 })),
          });
        }),
        runs,
      );
    });
  });

  describe('look-ups', () => {
    it('return the same locations as brute force, sorted by code', async () => {
      await fc.assert(
        fc.asyncProperty(
          networks,
          filters,
          fc.constantFrom(0, 1, 2, 3, 4, 5, 11, 22),
          async (network, filter, id) => {
            const catalogue = await catalogueOf(network);
            const all = distinct(network);
            const matches = all.filter((location) => matchesLocationFilter(location, filter));
            expect(catalogue.size).toBe(all.length);
            for (const location of all) expect(catalogue.get(location.locationCode)).toEqual(location);
            for (const location of all)
              expect(catalogue.get(location.locationCode, filter)).toEqual(
                matches.includes(location) ? location : undefined,
              );
            for (const type of locationTypes)
              expect([...catalogue.list('types', type, filter)]).toEqual(
                matches.filter((one) => one.type === type),
              );
            expect([...catalogue.list('workCentreIds', id, filter)]).toEqual(
              matches.filter((one) => one.workCentreId === id),
            );
            expect([...catalogue.list('ownDeliveryPointIds', id, filter)]).toEqual(
              matches.filter((one) => {
                const ofAddress = principalAddress(one).deliveryPointId;
                return (one.deliveryPointId ?? (ofAddress && Number(ofAddress))) === id;
              }),
            );
            expect([...catalogue.list('principalPostcodes', '0800', filter)]).toEqual(
              matches.filter((one) => principalAddress(one).postcode === '0800'),
            );
          },
        ),
        runs,
      );
    });

    it('find nothing under the names of inherited properties (B27)', async () => {
      const catalogue = await catalogueOf([]);
      expect(catalogue.get('__proto__')).toBeUndefined();
      expect(catalogue.get('constructor')).toBeUndefined();
      expect([...catalogue.list('principalPostcodes', 'toString')]).toEqual([]);
    });
  });
};
