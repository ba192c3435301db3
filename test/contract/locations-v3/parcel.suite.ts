import { describe, expect, it } from 'vitest';
import { fitOf, parcelLimitsOf } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const message = 'must be three edges in mm and optionally a weight in g, such as 640x410x380,20000';

export const parcelSuite = (client: ServiceClient) => {
  const { expectFound, sparse, sparseOf } = workCentreSearch(client);
  const limitsOf = async (id: string, query = '') =>
    (await sparseOf(id, `fields=parcel_limits&${query}`)).parcel_limits;

  const parcels = ['641x410x380', '380x640x410,16000', '300x200x100,1001', '1050x600x100,22000', '1x1x1,1'];

  describe('listWorkCentres with a parcel', () => {
    it.each(parcels)(
      'finds work centres that may accept %s, or with parcel_strict only those that certainly do',
      async (parcel) => {
        const query = `parcel=${parcel}`;
        for (const lenient of [query, `${query}&parcel_strict=false`])
          await expectFound(lenient, ({ location_code }) => fitOf(parcel, location_code) !== 'NO');
        await expectFound(
          `${query}&parcel_strict=true`,
          ({ location_code }) => fitOf(parcel, location_code) === 'YES',
        );
      },
    );

    it('can be combined with other filters and a search point, and shows limits if fields includes them', async () => {
      const query = 'lat=-37.37&lon=144.9631&radius=1&parcel=400x350x300,4000&fields=parcel_limits';
      expect(await sparse(query)).toEqual({
        pagination: { total: 1, offset: 0, size: 1 },
        workcentres: [{ id: '900040_PO', type: 'PO', parcel_limits: { weight: 5000, fits: 'UNKNOWN' } }],
      });
    });

    it.each([
      ...['640x410', '640x410x380x1', '640x410x380,', ',20000', '0x1x1', '10001x1x1', '1x1x1,0'],
      ...['1x1x1,1000001', '1.5x1x1', '-1x1x1', '1X1X1', '1x1x1,1,1', 'x', '1 x 1 x 1', '１x1x1', '1x1x1\n'],
    ])('rejects the parcel %j', async (parcel) => {
      for (const path of ['/workcentres', '/workcentres/900030_PO'])
        await client.expectDetails(`${path}?parcel=${encodeURIComponent(parcel)}`, [`parcel: ${message}`]);
    });

    it('rejects other values of parcel_strict, and ignores it without a parcel', async () => {
      const detail = 'parcel_strict: must be true or false';
      for (const value of ['TRUE', '1', 'yes'])
        await client.expectDetails(`/workcentres?parcel_strict=${value}`, [detail]);
      const repeated = 'parcel=1x1x1&parcel=1x1x1&parcel_strict=true&parcel_strict=true';
      await client.expectViolation(`/workcentres?${repeated}`, 'parcel', 'parcel_strict');
      for (const query of ['parcel_strict=true', 'parcel=&parcel_strict='])
        await expectFound(query, () => true);
    });
  });

  describe('parcel_limits of a work centre', () => {
    it('are its own limits or, if it has none, the limits of its type, longest edge first', async () => {
      expect(await limitsOf('900030_UPL')).toEqual({ edges: [300, 200, 100], girth: 600, weight: 1000 });
      expect(await limitsOf('900030_PO')).toEqual({ edges: [1050, 600, 600], girth: 1400, weight: 22_000 });
      expect(await limitsOf('900041_PO')).toEqual({ edges: [300, 200, 100] });
      expect(await limitsOf('900011_PO')).toEqual({ girth: 1000 });
    });

    it('are absent if no limits are known, unless the request has a parcel', async () => {
      for (const id of ['900010_PO', '900020_OS']) {
        expect(await limitsOf(id)).toBeUndefined();
        expect(await limitsOf(id, 'parcel=1x1x1')).toEqual({ fits: 'UNKNOWN' });
      }
    });

    it.each(parcels)('say whether %s fits, at every location', async (parcel) => {
      for (const id of '900010_PO 900011_PO 900030_PO 900030_UPL 900040_PO 900041_PO Lone-Box_1'.split(' ')) {
        const expected = { ...parcelLimitsOf(id), fits: fitOf(parcel, id) };
        expect(await limitsOf(id, `parcel=${parcel}`), id).toEqual(expected);
      }
    });

    it('are returned only if fields includes them', async () => {
      const plain = await client.send('/workcentres/900030_PO');
      expect((await client.send('/workcentres/900030_PO?parcel=1x1x1')).body).toBe(plain.body);
      expect(plain.body).not.toContain('parcel_limits');
    });
  });
};
