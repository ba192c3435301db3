import { describe, expect, it } from 'vitest';
import { codesWhere, kilometresBetween, recordOf } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const melbourne = { lat: -37.8136, lon: 144.9631 };
const atMelbourne = `lat=${melbourne.lat}&lon=${melbourne.lon}`;

export const searchPointSuite = (client: ServiceClient) => {
  const { search: ask, expectFound } = workCentreSearch(client);
  const found = async (query: string) => {
    const { pagination, workcentres } = await ask(query);
    expect(pagination.total).toBe(workcentres.length);
    return workcentres.map(({ id, location }) => ({ id, km: location.attributes.distance }));
  };
  const within = (km: number) => codesWhere((record) => kilometresBetween(melbourne, record) <= km);

  describe('listWorkCentres around a point', () => {
    it('sorts by distance, then id, and shows the distance to the metre', async () => {
      const { workcentres } = await ask(`${atMelbourne}&radius=1000`);
      for (const [index, { id, location }] of workcentres.entries()) {
        const { distance } = location.attributes;
        expect(distance).toBeGreaterThanOrEqual(workcentres[index - 1]?.location.attributes.distance ?? 0);
        expect(Math.abs(distance - kilometresBetween(melbourne, recordOf(id)))).toBeLessThan(0.000_6);
        expect(distance).toBe(Number(distance.toFixed(3)));
      }
    });

    it('searches 50 km by default', async () => {
      const ids = async (query: string) => (await found(query)).map(({ id }) => id).sort();
      expect(within(49).length < within(50).length && within(50).length < within(51).length).toBe(true);
      expect(await ids(atMelbourne)).toEqual(within(50));
      expect(await ids(`${atMelbourne}&radius=`)).toEqual(within(50));
      expect(await ids(`${atMelbourne}&radius=2`)).toEqual(within(2));
    });

    it('B07 accepts numbers with an exponent', async () => {
      expect((await ask('lat=-3.78136e1&lon=1449631E-4&radius=1')).pagination).toEqual(
        (await ask(`${atMelbourne}&radius=1`)).pagination,
      );
      expect((await ask('lat=1e1&lon=0')).pagination.total).toBe(0);
    });

    it('B08 accepts latitudes to 90 and longitudes to 180 degrees', async () => {
      for (const point of ['lat=90&lon=180', 'lat=-90&lon=-180', 'lat=0&lon=-0']) await ask(point);
    });

    it('B10 ignores two empty coordinates', async () => {
      await expectFound('lat=&lon=', () => true);
    });

    it('B11 finds work centres on the other side of the 180th meridian', async () => {
      const beyond = await found('lat=-17&lon=179.9&radius=100');
      expect(beyond.map(({ id }) => id)).toEqual(['900010_PO', '900011_PO']);
      for (const { id, km } of beyond) {
        expect(km).toBeCloseTo(kilometresBetween({ lat: -17, lon: 179.9 }, recordOf(id)), 3);
      }
    });

    it('B12 finds the same work centres around a pole for every longitude', async () => {
      const everywhere = [
        { id: '900020_OS', km: 0 },
        { id: '900021_OS', km: 11.119 },
      ];
      for (const lon of [0, 77.5, 180, -180]) {
        expect(await found(`lat=-90&lon=${lon}&radius=1000`)).toEqual(everywhere);
      }
    });

    it('B13 sorts two work centres at the search point by id, with a distance of 0', async () => {
      expect(await found('lat=-29.0564&lon=167.9596&radius=1')).toEqual([
        { id: '900030_PO', km: 0 },
        { id: '900030_UPL', km: 0 },
      ]);
    });

    it('B14 accepts radii from 0 to 1000', async () => {
      expect(await found('lat=-29.0564&lon=167.9596&radius=0')).toHaveLength(2);
      expect((await ask(`${atMelbourne}&radius=1000`)).pagination.total).toBe(within(1000).length);
    });

    it('B15 B16 without a search point ignores the radius and returns distances of 0', async () => {
      for (const radius of ['1', '1001', '-1', '50.5', 'abc', '%20']) {
        const { pagination, workcentres } = await ask(`radius=${radius}`);
        expect(pagination.total).toBe(codesWhere(() => true).length);
        const distances = workcentres.map(({ location }) => location.attributes.distance);
        expect(new Set(distances)).toEqual(new Set([0]));
      }
    });
  });
};
