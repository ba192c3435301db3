import { describe, expect, it } from 'vitest';
import { pointsResponse } from '../../../functions/locations-v2/contract.ts';
import { codesWhere, principalAddressOf } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';

export const pointsByPlaceSuite = (client: ServiceClient) => {
  const codes = async (path: string) =>
    (await client.get(path, pointsResponse)).points.map(({ location_code }) => location_code);

  describe('findPointsByPostcode', () => {
    const inPostcode = (postcode: string) =>
      codesWhere((record) => principalAddressOf(record).postcode === postcode);

    it('C01 finds all points in a postcode, with or without its leading zero', async () => {
      expect(inPostcode('0800').length).toBeGreaterThan(10);
      expect(await codes('/points/postcode/0800')).toEqual(inPostcode('0800'));
      expect(await codes('/points/postcode/800')).toEqual(inPostcode('0800'));
      expect(await codes('/points/postcode/2899')).toEqual(inPostcode('2899'));
    });

    it.each(['0', '9999'])('C01 C20 returns no points for the unused postcode %s', async (postcode) => {
      expect(await codes(`/points/postcode/${postcode}`)).toEqual([]);
    });

    it.each(['%zz', '%ff'])('C02 rejects the postcode %s, and names the parameter', async (postcode) => {
      await client.expectViolation(`/points/postcode/${postcode}`, 'postcode');
    });

    it('lists every violation in one response', async () => {
      await client.expectViolation(
        '/points/postcode/x?types=XX&usage_types=1&usage_types=2&pc=AP&pc=',
        'postcode',
        'types',
        'usage_types',
        'pc',
      );
      await client.expectViolation('/points/postcode/%zz?types=po', 'postcode', 'types');
    });

    it('C09 finds points of any of the types, and ignores duplicate types', async () => {
      const wanted = codesWhere(
        (record) => principalAddressOf(record).postcode === '3000' && ['PO', 'UPL'].includes(record.type),
      );
      expect(await codes('/points/postcode/3000?types=PO,UPL')).toEqual(wanted);
      expect(await codes('/points/postcode/3000?types=UPL,PO,UPL')).toEqual(wanted);
      expect(await codes('/points/postcode/3000?types=PO%2CUPL')).toEqual(wanted);
      expect(await codes('/points/postcode/3000?types=%20PO%20,%09UPL')).toEqual(wanted);
    });

    it.each(['', '%20', '%09%20'])('C09 ignores a blank types value: "%s"', async (types) => {
      expect(await codes(`/points/postcode/3000?types=${types}`)).toEqual(inPostcode('3000'));
    });

    it('C09 rejects a list of thousands of types', async () => {
      await client.expectViolation(`/points/postcode/3000?types=PO${',PO'.repeat(3000)}`, 'types');
    });

    it('ignores unknown parameters', async () => {
      const odd = '__proto__=1&constructor[prototype][x]=1&%24filter=1&limit=x&foo';
      expect(await codes(`/points/postcode/3000?${odd}`)).toEqual(inPostcode('3000'));
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
  });

  describe('findPointsByWorkCentre', () => {
    it('C03 finds the points of a work centre', async () => {
      const ofCentre = (id: number) => codesWhere(({ work_centre_id }) => work_centre_id === id);
      expect(await codes('/points/workcentres/200000')).toEqual(ofCentre(200_000));
      expect(await codes('/points/workcentres/0')).toEqual(ofCentre(0));
      expect(await codes('/points/workcentres/999999999')).toEqual(ofCentre(999_999_999));
      expect(await codes('/points/workcentres/000000007?types=R_SPB')).toEqual(['Lone-Box_1']);
    });

    it('C20 returns no points for an unknown work centre', async () => {
      expect(await codes('/points/workcentres/123')).toEqual([]);
    });
  });

  describe('findPointsByDeliveryPoint', () => {
    it('C04 finds the point with a delivery point id, and ignores leading zeros', async () => {
      // The street post box has no id of its own, so it is found by its address's id, which is the same.
      expect(await codes('/points/deliverypoints/41000002')).toEqual(['900030_PO', 'Lone-Box_1']);
      expect(await codes('/points/deliverypoints/041000002?types=PO')).toEqual(['900030_PO']);
      expect(await codes('/points/deliverypoints/5')).toEqual(['900030_UPL']);
      expect(await codes('/points/deliverypoints/000000005?types=PO')).toEqual([]);
    });

    it("finds a point by its address's id if the point has none", async () => {
      expect(await codes('/points/deliverypoints/42000001')).toEqual(['900010_PO']);
      expect(await codes('/points/deliverypoints/42000002')).toEqual(['900020_OS']);
      expect(await codes('/points/deliverypoints/042000002')).toEqual(['900020_OS']);
    });

    it.each(['abcdefghi', '42000003', '4.1e7', '%00', encodeURIComponent('📮'.repeat(9))])(
      'C04 C05 returns no points for %s',
      async (id) => expect(await codes(`/points/deliverypoints/${id}`)).toEqual([]),
    );

    it('validates the other parameters even if no delivery point can match', async () => {
      await client.expectViolation('/points/deliverypoints/abc?types=XX', 'types');
    });
  });
};
