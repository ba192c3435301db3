import { describe, expect, it } from 'vitest';
import { pointsResponse } from '../../../functions/locations-v2/contract.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { codesWhere, recordOf } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { expectedPoint } from './expected-point.ts';

export const pointsByKindSuite = (client: ServiceClient) => {
  const codes = async (path: string) =>
    (await client.get(path, pointsResponse)).points.map(({ location_code }) => location_code);

  describe('findPointsByType', () => {
    it.each(['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'])('C06 finds all points of type %s', async (type) => {
      const all = codesWhere((record) => record.type === type);
      expect(all.length).toBeGreaterThan(10);
      expect(await codes(`/points/type/${type}`)).toEqual(all);
    });

    it.each(['1', '2', '1,2', '3', 'abc', '%201%20,3', '%09%202'])(
      'C08 finds points of the usage types %s',
      async (list) => {
        const wanted = decodeURIComponent(list).split(/[\s,]+/);
        const expected = codesWhere(
          ({ type, usage_type }) => type === 'UPL' && usage_type !== undefined && wanted.includes(usage_type),
        );
        expect(await codes(`/points/type/UPL?usage_types=${list}`)).toEqual(expected);
      },
    );

    it('C08 excludes points without a usage type', async () => {
      expect(await codes('/points/type/PO?usage_types=1,2')).toEqual([]);
    });

    it('C08 excludes other types from a search by usage type', async () => {
      expect(recordOf('900030_PO').usage_type).toBe('2');
      expect(await codes('/points/900030_PO?usage_types=2')).toEqual([]);
    });

    it('ignores the types parameter, which only other operations declare', async () => {
      expect(await codes('/points/type/PO?types=XX')).toEqual(codesWhere(({ type }) => type === 'PO'));
    });

    it('C16 sends the same complete list compressed and uncompressed', async () => {
      const plain = await client.send('/points/type/R_SPB', { 'accept-encoding': 'identity' });
      const compressed = await client.send('/points/type/R_SPB', { 'accept-encoding': 'br;q=0, gzip' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(compressed.body).toBe(plain.body);
      expect(await codes('/points/type/R_SPB')).toEqual(codesWhere(({ type }) => type === 'R_SPB'));
    });
  });

  describe('the partner code', () => {
    const paths = [
      '/points/postcode/3000',
      '/points/workcentres/200000',
      '/points/deliverypoints/41000002',
      '/points/type/PO',
      '/points/900030_PO',
    ];

    it.each(paths)('C07 in a request for %s defaults to AP if it is absent or empty', async (path) => {
      const all = await codes(path);
      expect(all.length).toBeGreaterThan(0);
      expect(await codes(`${path}?pc=`)).toEqual(all);
      expect(await codes(`${path}?pc=AP`)).toEqual(all);
    });

    it.each(paths)('C07 in a request for %s matches no points if it is not AP', async (path) => {
      for (const other of ['ap', 'XX', '%20AP', 'AP,XX', '%00']) {
        expect(await codes(`${path}?pc=${other}`)).toEqual([]);
      }
    });

    it('C07 is rejected if it is too long or repeated', async () => {
      await client.expectViolation(`/points/type/PO?pc=${'X'.repeat(5000)}`, 'pc');
      await client.expectViolation('/points/type/PO?pc=AP&pc=AP', 'pc');
    });

    it('C07 does not hide other violations if it is unknown', async () => {
      await client.expectViolation('/points/postcode/x?pc=XX', 'postcode');
      await client.expectViolation('/points/type/XX?pc=XX', 'points_type');
    });
  });

  describe('getPointsByLocationCode', () => {
    it('shows every location as in its record', async () => {
      for (const record of fixtureNetwork.locations) {
        const { points } = await client.get(`/points/${record.location_code}`, pointsResponse);
        expect(points).toEqual([expectedPoint(record)]);
      }
    });

    it('C10 ignores the types parameter', async () => {
      expect(await codes('/points/900030_PO?types=UPL')).toEqual(['900030_PO']);
      expect(await codes('/points/900030_PO?types=XX')).toEqual(['900030_PO']);
    });

    it('C08 filters by usage types', async () => {
      expect(await codes('/points/900030_UPL?usage_types=1')).toEqual(['900030_UPL']);
      expect(await codes('/points/900030_UPL?usage_types=2')).toEqual([]);
    });

    it.each(['1_PO', '900030_po', '__proto__', '%0d%0aX:%201', 'a%2Fb', '%F0%9F%93%AE'])(
      'C20 returns no points for the unknown code %s',
      async (code) => expect(await codes(`/points/${code}`)).toEqual([]),
    );

    it.each(['%zz', '%', '%c0%80', '%ff'])('rejects %s, which is not percent-encoded text', async (code) => {
      await client.expectViolation(`/points/${code}`, 'location_code');
    });
  });
};
