import { describe, it } from 'vitest';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { addressDeliveryPointOf, addressTypesOf } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { expectFoundBy } from './expect-found.ts';
import { allAddresses, anyAddress, dpid, postcode } from './filter-names.ts';

/** Narrowing the list of work centres by their addresses. */
export const addressFiltersSuite = (client: ServiceClient) => {
  const expectFound = expectFoundBy(client);
  const anywhere = ({ addresses }: FixtureLocation, ...postcodes: string[]) =>
    addresses.some(({ postcode = '' }) => postcodes.includes(postcode));

  describe('listWorkCentres by address', () => {
    it('B22 finds a postcode among all addresses of a work centre', async () => {
      await expectFound(`${postcode}=3000`, (record) => anywhere(record, '3000'));
      await expectFound(`${postcode}=0800`, (record) => anywhere(record, '0800'));
      await expectFound(`${postcode}=2898`, (record) => anywhere(record, '2898'));
      await expectFound(`${postcode}=9999`, () => false);
      await expectFound(`${postcode}=`, () => true);
    });

    it.each([
      '300',
      '30000',
      '%203000',
      '3000%0A',
      encodeURIComponent('３０００'),
      'abcd',
      '3000,3006',
      '3000%00',
    ])('B22 refuses the postcode %s', async (text) =>
      client.expectViolation(`/workcentres?${postcode}=${text}`, postcode),
    );

    it('B23 reads bracketed names however they are encoded', async () => {
      for (const name of [postcode, postcode.replace('[', '%5B').replace(']', '%5D')]) {
        await expectFound(`${name}=3000`, (record) => anywhere(record, '3000'));
        await expectFound(`${name.replaceAll('%5B', '%5b').replaceAll('%5D', '%5d')}=3000`, (record) =>
          anywhere(record, '3000'),
        );
      }
      await expectFound(`${encodeURIComponent(allAddresses)}=PARCEL_COLLECT`, (record) =>
        addressTypesOf(record).includes('PARCEL_COLLECT'),
      );
    });

    it('finds delivery points of any address, blanks around them ignored', async () => {
      const wanted = ['41000001', '30000100'];
      const matches = (record: FixtureLocation) =>
        record.addresses.some((address) => wanted.includes(addressDeliveryPointOf(record, address)));
      await expectFound(`${dpid}=41000001,30000100`, matches);
      await expectFound(`${dpid}=%2041000001%20,+30000100`, matches);
      await expectFound(`${dpid}=041000001`, () => false);
    });

    it("finds a location's delivery point if its principal address has none of its own", async () => {
      await expectFound(`${dpid}=42000001`, ({ location_code }) => location_code === '900010_PO');
      await expectFound(`${dpid}=042000002`, ({ location_code }) => location_code === '900020_OS');
      await expectFound(`${dpid}=DP-42000003`, ({ location_code }) => location_code === '900021_OS');
    });

    it("does not find a location's delivery point if its principal address has another", async () =>
      expectFound(`${dpid}=5`, () => false));

    it('B24 finds any of the address types, repeated or in one list', async () => {
      const matches = (record: FixtureLocation) =>
        addressTypesOf(record).some((type) => type === 'PARCEL_COLLECT' || type === 'COLLECTION_POINT');
      await expectFound(`${anyAddress}=PARCEL_COLLECT&${anyAddress}=COLLECTION_POINT`, matches);
      await expectFound(`${anyAddress}=PARCEL_COLLECT,COLLECTION_POINT`, matches);
      await expectFound(
        `${anyAddress}=PARCEL_COLLECT,%20NOWHERE&${anyAddress}=COLLECTION_POINT&${anyAddress}=`,
        matches,
      );
    });

    it('B24 finds only what has all the address types where all are asked', async () => {
      const matches = (record: FixtureLocation) =>
        ['PARCEL_COLLECT', 'STREET_ADDRESS'].every((type) => addressTypesOf(record).includes(type));
      await expectFound(`${allAddresses}=PARCEL_COLLECT&${allAddresses}=STREET_ADDRESS`, matches);
      await expectFound(`${allAddresses}=STREET_ADDRESS,PARCEL_COLLECT`, matches);
      await expectFound(
        `${allAddresses}=STREET_ADDRESS,PARCEL_COLLECT,COLLECTION_POINT`,
        ({ addresses }) => addresses.length === 3,
      );
      await expectFound(`${allAddresses}=STREET_ADDRESS,NOWHERE`, () => false);
    });
  });
};
