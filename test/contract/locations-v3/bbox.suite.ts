import { describe, expect, it } from 'vitest';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import {
  codesWhere,
  isInBox,
  kilometresBetween,
  offers,
  recordOf,
} from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const capability = 'attribute[operational_capabilities.id]';
const melbourne = { lat: -37.8136, lon: 144.9631 };

export const bboxSuite = (client: ServiceClient) => {
  const { search, expectIds, expectFound } = workCentreSearch(client);
  const expectInBox = (box: readonly number[]) =>
    expectFound(`bbox=${box}`, (record) => isInBox(record, [...box]));
  const detail = 'bbox: must be west,south,east,north in degrees';

  describe('listWorkCentres in a box', () => {
    it('finds the work centres in a viewport, edges included, and orders them by id', async () => {
      await expectInBox([144.9, -37.9, 145.1, -37.7]);
      for (const id of ['900040_PO', '900010_PO', '900020_OS', 'Lone-Box_1']) {
        const { lat, lon } = recordOf(id);
        const at = [lon, lat, lon, lat];
        await expectInBox(at);
        expect(codesWhere((record) => isInBox(record, at))).toContain(id);
      }
      const { workcentres } = await search('bbox=144.9,-37.9,145.1,-37.7');
      expect(workcentres.every(({ location }) => location.attributes.distance === 0)).toBe(true);
    });

    it('crosses the antimeridian if west is greater than east', async () => {
      await expectIds('bbox=177,-19,-179,-16', ['900010_PO', '900011_PO']);
      await expectInBox([177, -19, -179, -16]);
      await expectInBox([-179, -19, 177, -16]);
    });

    it('finds everything in the whole world, and nothing at sea', async () => {
      await expectFound('bbox=-180,-90,180,90', () => true);
      await expectFound('bbox=-30,-10,-20,10', () => false);
      await expectFound('bbox=', () => true);
    });

    it('combines the box and other filters with AND', async () => {
      const box = [140, -39, 150, -33];
      const inside = (record: FixtureLocation) => isInBox(record, box);
      await expectFound(
        `bbox=${box}&type=PO,UPL`,
        (record) => inside(record) && /^(PO|UPL)$/.test(record.type),
      );
      await expectFound(
        `bbox=${box}&${capability}=PASSPORT`,
        (record) => inside(record) && offers(record, 3, 4),
      );
    });

    it('orders by distance if there is also a search point', async () => {
      const box = [144.9, -38.2, 145.1, -37.81];
      const { pagination, workcentres } = await search(
        `bbox=${box}&lat=${melbourne.lat}&lon=${melbourne.lon}&radius=30`,
      );
      const wanted = codesWhere(
        (record) => isInBox(record, box) && kilometresBetween(melbourne, record) <= 30,
      );
      expect(pagination.total).toBe(wanted.length);
      expect(workcentres.map(({ id }) => id).sort()).toEqual(wanted);
      const distances = workcentres.map(({ location }) => location.attributes.distance);
      expect(distances).toEqual(distances.toSorted((one, other) => one - other));
      expect(distances.at(-1)).toBeGreaterThan(0);
    });

    it.each([
      ...['1,2,3', '1,2,3,4,5', '1,2,0,3,4,0', 'a,b,c,d', '1,2,3,', '1 2 3 4', ',,,', '[1,2,3,4]'],
      ...['0,10,10,0', '0,-90.1,10,0', '0,0,10,90.1', '-180.1,0,10,10', '0,0,180.1,10', '0,NaN,1,1'],
      ...['0x1,0,1,1', '0,0,1,1e', '1,2,3,4\n', ' '],
    ])('rejects the box %j', async (box) =>
      client.expectDetails(`/workcentres?bbox=${encodeURIComponent(box)}`, [detail]),
    );

    it('rejects a repeated box, and lists it with other violations', async () => {
      await client.expectViolation('/workcentres?bbox=1,2,3,4&bbox=1,2,3,4', 'bbox');
      const details = ['size: must be an integer from 0 to 100', detail];
      await client.expectDetails('/workcentres?bbox=1&size=x', details);
    });
  });
};
