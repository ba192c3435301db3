import { describe, it } from 'vitest';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { addressDeliveryPointOf, addressTypesOf, offers } from '../../support/fixture/fixture-oracle.ts';
import { expectWithin } from '../expect-within.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const dpid = 'location[addresses.attributes.dpid]';
const postcode = 'location[addresses.attributes.postcode]';
const workCentreId = 'attribute[work_centre_id]';
const accessRestriction = 'attribute[access_restriction_code]';
const locationType = 'attribute[location_type_code]';
const capability = 'attribute[operational_capabilities.id]';
const anyAddress = 'location[addresses.type]';
const allAddresses = 'location[addresses.type:all]';

/** Filters that accept lists of literal text. */
const textFilters = [
  dpid,
  workCentreId,
  accessRestriction,
  locationType,
  capability,
  anyAddress,
  allAddresses,
];

const anywhere = ({ addresses }: FixtureLocation, ...postcodes: string[]) =>
  addresses.some(({ postcode = '' }) => postcodes.includes(postcode));

export const filtersSuite = (client: ServiceClient) => {
  const { expectFound } = workCentreSearch(client);

  describe('listWorkCentres by type', () => {
    it('B17 finds work centres of any of the types, and ignores duplicate types', async () => {
      await expectFound('type=PO,UPL', ({ type }) => type === 'PO' || type === 'UPL');
      await expectFound('type=%09PO,+PO%20', ({ type }) => type === 'PO');
      await expectFound('type=OS%2CDC', ({ type }) => type === 'OS' || type === 'DC');
    });

    it.each(['', '%20', '%20%09'])('B18 ignores a blank type: "%s"', async (type) =>
      expectFound(`type=${type}`, () => true),
    );

    it('B19 rejects a list of thousands quickly', async () => {
      const path = `/workcentres?type=PO${',PO'.repeat(2999)}`;
      // Thousands of values take milliseconds. A scan of the network for each of them would take far longer.
      await expectWithin(500, () => client.expectViolation(path, 'type'));
    });
  });

  describe('listWorkCentres by attribute', () => {
    it('matches any value of an attribute', async () => {
      await expectFound(`${workCentreId}=200000,7`, ({ work_centre_id }) =>
        [200_000, 7].includes(work_centre_id),
      );
      await expectFound(`${accessRestriction}=AL,RD`, (record) =>
        ['AL', 'RD'].includes(record.access_restriction_code ?? ''),
      );
      await expectFound(`${locationType}=HN`, ({ location_type_code }) => location_type_code === 'HN');
    });

    it('finds all services with a capability id', async () => {
      await expectFound(`${capability}=PASSPORT`, (record) => offers(record, 3, 4));
      await expectFound(`${capability}=BANKING,SORTING`, (record) => offers(record, 21, 100));
      await expectFound(`${capability}=ARCHIVE`, () => false);
    });

    it('combines different filters with AND', async () => {
      await expectFound(
        `type=UPL&${accessRestriction}=AL,RD,UD&${locationType}=HN,RL&${capability}=PARCEL_LOCKER&${allAddresses}=PARCEL_COLLECT`,
        (record) =>
          ['AL', 'RD', 'UD'].includes(record.access_restriction_code ?? '') &&
          ['HN', 'RL'].includes(record.location_type_code ?? '') &&
          addressTypesOf(record).includes('PARCEL_COLLECT'),
      );
    });

    const literal = ["' OR 1=1--", '{"$gt":""}', '.*', '\u0000', '__proto__', 'x'.repeat(120), '\n', '📮'];
    it.each(textFilters)('B25 treats values of %s as literal text', async (name) => {
      for (const value of literal) await expectFound(`${name}=${encodeURIComponent(value)}`, () => false);
    });

    it.each(textFilters)('ignores a blank %s', async (name) => expectFound(`${name}=%20%09`, () => true));

    it.each(textFilters)('B25 rejects values of %s that are empty, too long or too many', async (name) => {
      for (const text of ['A,,B', ',A', 'x'.repeat(121), 'x,'.repeat(101)])
        await client.expectViolation(`/workcentres?${name}=${text}`, name);
    });

    it.each([dpid, workCentreId, accessRestriction, locationType, capability, postcode])(
      'B20 rejects a repeated %s',
      async (name) => client.expectViolation(`/workcentres?${name}=3000&${name}=3000`, name),
    );
  });

  describe('listWorkCentres by address', () => {
    it('B22 searches for a postcode in all addresses of a work centre', async () => {
      await expectFound(`${postcode}=3000`, (record) => anywhere(record, '3000'));
      await expectFound(`${postcode}=0800`, (record) => anywhere(record, '0800'));
      await expectFound(`${postcode}=2898`, (record) => anywhere(record, '2898'));
      await expectFound(`${postcode}=9999`, () => false);
      await expectFound(`${postcode}=`, () => true);
    });

    it.each(['30000', '%203000', '3000%0A', '3000,3006', '3000%00'])(
      'B22 rejects the postcode %s',
      async (text) => client.expectViolation(`/workcentres?${postcode}=${text}`, postcode),
    );

    it('B23 accepts bracketed parameter names in any encoding', async () => {
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

    it('finds work centres by the delivery point of any address, ignoring surrounding spaces', async () => {
      const wanted = ['41000001', '30000100'];
      const matches = (record: FixtureLocation) =>
        record.addresses.some((address) => wanted.includes(addressDeliveryPointOf(record, address)));
      await expectFound(`${dpid}=41000001,30000100`, matches);
      await expectFound(`${dpid}=%2041000001%20,+30000100`, matches);
      await expectFound(`${dpid}=041000001`, () => false);
    });

    it("finds a location's delivery point if its principal address has none", async () => {
      await expectFound(`${dpid}=42000001`, ({ location_code }) => location_code === '900010_PO');
      await expectFound(`${dpid}=042000002`, ({ location_code }) => location_code === '900020_OS');
      await expectFound(`${dpid}=DP-42000003`, ({ location_code }) => location_code === '900021_OS');
      // The principal address of 900030_UPL has a different one.
      await expectFound(`${dpid}=5`, () => false);
    });

    it('B24 matches any of the address types, in repeated parameters or one list', async () => {
      const matches = (record: FixtureLocation) =>
        addressTypesOf(record).some((type) => type === 'PARCEL_COLLECT' || type === 'COLLECTION_POINT');
      await expectFound(`${anyAddress}=PARCEL_COLLECT&${anyAddress}=COLLECTION_POINT`, matches);
      await expectFound(`${anyAddress}=PARCEL_COLLECT,COLLECTION_POINT`, matches);
      await expectFound(
        `${anyAddress}=PARCEL_COLLECT,%20NOWHERE&${anyAddress}=COLLECTION_POINT&${anyAddress}=`,
        matches,
      );
    });

    it('B24 finds work centres that have all the given address types', async () => {
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
