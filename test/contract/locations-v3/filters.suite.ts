import { describe, it } from 'vitest';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { addressTypesOf, offers } from '../../support/fixture/fixture-oracle.ts';
import { expectWithin } from '../expect-within.ts';
import type { ServiceClient } from '../service-client.ts';
import { expectFoundBy } from './expect-found.ts';
import {
  accessRestriction,
  allAddresses,
  capability,
  dpid,
  locationType,
  postcode,
  textFilters,
  workCentreId,
} from './filter-names.ts';

/** Narrowing the list of work centres by type and attributes. */
export const filtersSuite = (client: ServiceClient) => {
  const expectFound = expectFoundBy(client);

  describe('listWorkCentres by type', () => {
    it('B17 finds any of the types, each named once or more', async () => {
      await expectFound('type=PO,UPL', ({ type }) => type === 'PO' || type === 'UPL');
      await expectFound('type=PO,PO', ({ type }) => type === 'PO');
      await expectFound('type=OS%2CDC', ({ type }) => type === 'OS' || type === 'DC');
    });

    it('ignores blanks around the types', async () => {
      const isEither = ({ type }: FixtureLocation) => type === 'PO' || type === 'UPL';
      await expectFound('type=PO%20,%20UPL', isEither);
      await expectFound('type=%09PO,+UPL%20', isEither);
    });

    it.each(['', '%20', '%20%09'])('B18 takes the type "%s" as all', async (type) =>
      expectFound(`type=${type}`, () => true),
    );

    it('B19 refuses a list of thousands at once', async () => {
      const path = `/workcentres?type=PO${',PO'.repeat(2999)}`;
      // The work is bounded: thousands of values take milliseconds, far from what a walk of the network for each would.
      await expectWithin(500, () => client.expectViolation(path, 'type'));
    });
  });

  describe('listWorkCentres by attribute', () => {
    it('finds any of the values of one attribute', async () => {
      await expectFound(`${workCentreId}=200000,7`, ({ work_centre_id }) =>
        [200_000, 7].includes(work_centre_id),
      );
      await expectFound(`${accessRestriction}=AL,RD`, (record) =>
        ['AL', 'RD'].includes(record.access_restriction_code ?? ''),
      );
      await expectFound(`${locationType}=HN`, ({ location_type_code }) => location_type_code === 'HN');
    });

    it('finds all services that bear a capability id', async () => {
      await expectFound(`${capability}=PASSPORT`, (record) => offers(record, 3, 4));
      await expectFound(`${capability}=BANKING,SORTING`, (record) => offers(record, 21, 100));
      await expectFound(`${capability}=ARCHIVE`, () => false);
    });

    it('joins different filters with and', async () => {
      await expectFound(
        `type=UPL&${accessRestriction}=AL,RD,UD&${locationType}=HN,RL&${capability}=PARCEL_LOCKER&${allAddresses}=PARCEL_COLLECT`,
        (record) =>
          ['AL', 'RD', 'UD'].includes(record.access_restriction_code ?? '') &&
          ['HN', 'RL'].includes(record.location_type_code ?? '') &&
          addressTypesOf(record).includes('PARCEL_COLLECT'),
      );
    });

    const literal = [
      'nothing',
      "' OR 1=1--",
      '{"$gt":""}',
      '*',
      '.*',
      '%',
      '\u0000',
      '__proto__',
      'x'.repeat(120),
      '\n',
      '📮',
    ];
    it.each(textFilters)('B25 takes values of %s as literal text that matches nothing', async (name) => {
      for (const value of literal) await expectFound(`${name}=${encodeURIComponent(value)}`, () => false);
    });

    it.each(textFilters)('takes nothing but blanks in %s as no filter', async (name) =>
      expectFound(`${name}=%20%09`, () => true),
    );

    it.each(textFilters)('B25 refuses values of %s that are longer than any, or too many', async (name) => {
      await client.expectViolation(`/workcentres?${name}=${'x'.repeat(121)}`, name);
      await client.expectViolation(`/workcentres?${name}=${'x'.repeat(5000)}`, name);
      await client.expectViolation(`/workcentres?${name}=${'x,'.repeat(101)}`, name);
    });

    it.each([dpid, workCentreId, accessRestriction, locationType, capability, postcode])(
      'B20 refuses %s given twice',
      async (name) => client.expectViolation(`/workcentres?${name}=3000&${name}=3000`, name),
    );
  });
};
