import { describe, expect, it } from 'vitest';
import { nearbyPointsResponse } from '../../../functions/locations-v2/contract.ts';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { codesWhere, kilometresBetween, offers, recordOf } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { expectedPoint } from './expected-point.ts';

const melbourne = { lat: -37.8136, lon: 144.9631 };
const atMelbourne = `/points/geo/${melbourne.lon}/${melbourne.lat}`;

export const pointsNearSuite = (client: ServiceClient) => {
  const pointsAt = async (path: string) => (await client.get(path, nearbyPointsResponse)).points;
  const codes = async (path: string) => (await pointsAt(path)).map(({ location_code }) => location_code);
  const found = async (path: string) => (await codes(path)).sort();
  const within = (km: number, matches: (record: FixtureLocation) => boolean = () => true) =>
    codesWhere((record) => kilometresBetween(melbourne, record) <= km && matches(record)).sort();

  describe('findPointsNear', () => {
    it('C17 sorts by distance, then location code', async () => {
      const points = await pointsAt(`${atMelbourne}?radius=1000&limit=10000`);
      expect(points.length).toBeGreaterThan(100);
      for (const [index, { location_code, geo_location }] of points.entries()) {
        const before = points[index - 1];
        expect(geo_location.distance).toBeGreaterThanOrEqual(before?.geo_location.distance ?? 0);
        const tied = before && recordOf(before.location_code);
        const record = recordOf(location_code);
        if (tied?.lat === record.lat && tied.lon === record.lon) {
          expect(tied.location_code < location_code).toBe(true);
        }
      }
    });

    it('C17 shows each point as other operations do, and its distance in kilometres to the nearest metre', async () => {
      for (const { geo_location, ...point } of await pointsAt(`${atMelbourne}?radius=1000&limit=10000`)) {
        const record = recordOf(point.location_code);
        const { distance, ...position } = geo_location;
        expect({ ...point, geo_location: position }).toEqual(expectedPoint(record));
        expect(Math.abs(distance - kilometresBetween(melbourne, record))).toBeLessThan(0.000_6);
        expect(distance).toBe(Number(distance.toFixed(3)));
      }
    });

    it('C15 sends the same complete list compressed and uncompressed', async () => {
      const path = `${atMelbourne}?radius=1000&limit=10000`;
      const plain = await client.send(path, { 'accept-encoding': 'gzip;q=0' });
      const compressed = await client.send(path, { 'accept-encoding': 'gzip, deflate, br' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(compressed.body).toBe(plain.body);
      const { points } = nearbyPointsResponse.parse(JSON.parse(plain.body));
      expect(points.map(({ location_code }) => location_code).sort()).toEqual(within(1000));
    });

    it('C14 finds 5 points by default, and none for limit 0', async () => {
      const all = await codes(`${atMelbourne}?limit=10000`);
      expect(await codes(atMelbourne)).toEqual(all.slice(0, 5));
      expect(await codes(`${atMelbourne}?limit=`)).toEqual(all.slice(0, 5));
      expect(await codes(`${atMelbourne}?limit=7`)).toEqual(all.slice(0, 7));
      expect(await codes(`${atMelbourne}?limit=0`)).toEqual([]);
    });

    it('C13 searches 50 km by default', async () => {
      expect(within(49).length < within(50).length && within(50).length < within(51).length).toBe(true);
      expect(await found(`${atMelbourne}?limit=10000`)).toEqual(within(50));
      expect(await found(`${atMelbourne}?limit=10000&radius=`)).toEqual(within(50));
      expect(await found(`${atMelbourne}?limit=10000&radius=2`)).toEqual(within(2));
      expect(await found(`${atMelbourne}?limit=10000&radius=0`)).toEqual(within(0));
      expect(within(0)).toHaveLength(1);
    });

    it.each([
      ['1.4496e2/-3.78E1', { lon: 144.96, lat: -37.8 }],
      ['180/-17', { lon: 180, lat: -17 }],
      ['-180/-17.0', { lon: 180, lat: -17 }],
      ['-0/-90.0', { lon: 0, lat: -90 }],
      ['180/-90', { lon: 0, lat: -90 }],
    ])('finds the points around the coordinates %s', async (path, centre) => {
      const points = await pointsAt(`/points/geo/${path}?radius=1000&limit=10000`);
      const around = codesWhere((record) => kilometresBetween(centre, record) <= 1000);
      expect(around).not.toEqual([]);
      expect(points.map(({ location_code }) => location_code).sort()).toEqual(around.sort());
      for (const { location_code, geo_location } of points) {
        const kilometres = kilometresBetween(centre, recordOf(location_code));
        expect(Math.abs(geo_location.distance - kilometres)).toBeLessThan(0.000_6);
      }
    });

    it.each(['180/90', '-180/90', '0/0', '-0/-0.0'])(
      'finds nothing around the coordinates %s',
      async (path) => expect(await codes(`/points/geo/${path}?radius=1000`)).toEqual([]),
    );

    it('finds points on the other side of the 180th meridian', async () => {
      expect(await codes('/points/geo/179.99/-17?radius=20')).toEqual(['900010_PO', '900011_PO']);
    });

    it('sorts two points at the search position by code, with a distance of 0 km', async () => {
      const points = await pointsAt('/points/geo/167.9596/-29.0564?radius=1');
      expect(points.map(({ location_code }) => location_code)).toEqual(['900030_PO', '900030_UPL']);
      expect(points.map(({ geo_location }) => geo_location.distance)).toEqual([0, 0]);
    });

    it('C18 finds points that offer any of the services', async () => {
      const all = `${atMelbourne}?radius=1000&limit=10000`;
      expect(await found(`${all}&services=1`)).toEqual(within(1000, (record) => offers(record, 1)));
      expect(await found(`${all}&services=1,7,1`)).toEqual(within(1000, (record) => offers(record, 1, 7)));
      expect(await found(`${all}&services=2147483647`)).toEqual([]);
      expect(await found(`${all}&services=424242`)).toEqual([]);
      expect(await found(`${all}&services=1%20,%207`)).toEqual(
        within(1000, (record) => offers(record, 1, 7)),
      );
      for (const blanks of ['', '%20', '%09%20'])
        expect(await found(`${all}&services=${blanks}`)).toEqual(within(1000));
    });

    it('C07 finds only points of partner AP', async () => {
      const all = await codes(atMelbourne);
      expect(await codes(`${atMelbourne}?pc=`)).toEqual(all);
      expect(await codes(`${atMelbourne}?pc=AP`)).toEqual(all);
      for (const other of ['ap', 'XX', '%20AP', 'AP,XX', '%00']) {
        expect(await codes(`${atMelbourne}?pc=${other}`)).toEqual([]);
      }
      await client.expectViolation(`${atMelbourne}?pc=XX&limit=x`, 'limit');
    });

    it('combines all filters with AND', async () => {
      const path = `${atMelbourne}?radius=1000&limit=10000&types=UPL,PO&usage_types=2&services=7,1`;
      expect(await found(path)).toEqual(
        within(1000, ({ type, usage_type }) => type === 'UPL' && usage_type === '2'),
      );
    });
  });
};
