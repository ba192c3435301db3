import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LocationCatalogue } from '../../../../../shared/domain/location/catalogue/location-catalogue.ts';
import { type Location, principalAddress } from '../../../../../shared/domain/location/location.ts';
import { locationTypes } from '../../../../../shared/domain/location/location-types.ts';
import { matchesLocationFilter } from '../../../../support/oracles/matches-location-filter.ts';
import { allNeighbours, distinct } from './brute-force.ts';
import { filters, limits, networks, positions, radii, sparingFilters } from './random-network.ts';

/** What every catalogue answers, however it came about: what a look at every location finds. */
export const describeCatalogue = (catalogueOf: (network: readonly Location[]) => LocationCatalogue) => {
  const runs = { numRuns: 400 };

  describe('nearest', () => {
    it('finds what a look at every location finds, in the same order', async () => {
      await fc.assert(
        fc.property(networks, positions, radii, sparingFilters, limits, (...query) => {
          const [network, centre, radiusKm, filter, limit] = query;
          const expected = allNeighbours(distinct(network), { centre, radiusKm })
            .filter(({ body }) => matchesLocationFilter(body, filter))
            .slice(0, limit);
          expect(catalogueOf(network).nearest({ centre, radiusKm }, filter, limit)).toEqual(expected);
        }),
        runs,
      );
    });

    it('finds each location at its own position with radius 0 (B13, B14)', async () => {
      await fc.assert(
        fc.property(networks, (network) => {
          const catalogue = catalogueOf(network);
          for (const location of distinct(network)) {
            const found = catalogue.nearest({ centre: location.coordinates, radiusKm: 0 }, {}, 10_000);
            expect(found).toContainEqual({ body: location, distanceKm: 0 });
          }
        }),
        { numRuns: 100 },
      );
    });
  });

  describe('search', () => {
    it('counts and pages what a look at every location finds in the area', async () => {
      await fc.assert(
        fc.property(
          networks,
          fc.record({ centre: positions, radiusKm: radii }),
          sparingFilters,
          limits,
          limits,
          (network, area, filter, offset, size) => {
            const expected = allNeighbours(distinct(network), area).filter(({ body }) =>
              matchesLocationFilter(body, filter),
            );
            expect(catalogueOf(network).search({ filter, area, offset, size })).toEqual({
              total: expected.length,
              page: expected.slice(offset, offset + size),
            });
          },
        ),
        runs,
      );
    });

    it('without an area pages all that match by location code, at distance 0 (B16)', async () => {
      await fc.assert(
        fc.property(networks, sparingFilters, limits, limits, (...query) => {
          const [network, filter, offset, size] = query;
          const expected = distinct(network).filter((location) => matchesLocationFilter(location, filter));
          expect(catalogueOf(network).search({ filter, offset, size })).toEqual({
            total: expected.length,
            page: expected
              .slice(offset, offset + size)
              .map((location) => ({ body: location, distanceKm: 0 })),
          });
        }),
        runs,
      );
    });
  });

  describe('look-ups', () => {
    it('find what a look at every location finds, by location code', async () => {
      await fc.assert(
        fc.property(networks, filters, fc.constantFrom(0, 1, 2, 3, 4, 5, 11, 22), (network, filter, id) => {
          const catalogue = catalogueOf(network);
          const all = distinct(network);
          const matches = all.filter((location) => matchesLocationFilter(location, filter));

          expect(catalogue.size).toBe(all.length);
          for (const location of all)
            expect(catalogue.byLocationCode(location.locationCode)).toEqual(location);
          for (const location of all)
            expect(catalogue.byLocationCode(location.locationCode, filter)).toEqual(
              matches.includes(location) ? location : undefined,
            );
          for (const type of locationTypes)
            expect([...catalogue.byType(type, filter)]).toEqual(matches.filter((one) => one.type === type));
          expect(catalogue.byWorkCentre(id, filter)).toEqual(
            matches.filter((one) => one.workCentreId === id),
          );
          expect(catalogue.byDeliveryPoint(id, filter)).toEqual(
            matches.filter((one) => {
              const ofAddress = principalAddress(one).deliveryPointId;
              return (one.deliveryPointId ?? (ofAddress && Number(ofAddress))) === id;
            }),
          );
          expect(catalogue.byPostcode('0800', filter)).toEqual(
            matches.filter((one) => principalAddress(one).postcode === '0800'),
          );
        }),
        runs,
      );
    });

    it('find nothing under names that objects bring along (B27)', () => {
      const catalogue = catalogueOf([]);
      expect(catalogue.byLocationCode('__proto__')).toBeUndefined();
      expect(catalogue.byLocationCode('constructor')).toBeUndefined();
      expect(catalogue.byPostcode('toString', {})).toEqual([]);
    });
  });

  it('an empty network answers every question with nothing', () => {
    const catalogue = catalogueOf([]);
    const area = { centre: { lat: 0, lon: 0 }, radiusKm: 1000 };
    expect(catalogue.size).toBe(0);
    expect(catalogue.nearest(area, {}, 5)).toEqual([]);
    expect(catalogue.search({ filter: {}, area, offset: 0, size: 20 })).toEqual({ total: 0, page: [] });
    expect(catalogue.search({ filter: {}, offset: 0, size: 20 })).toEqual({ total: 0, page: [] });
    expect([...catalogue.byType('PO', {})]).toEqual([]);
    expect(catalogue.capabilities()).toEqual([]);
  });
};
