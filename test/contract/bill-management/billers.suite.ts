import { describe, expect, it } from 'vitest';
import {
  billerResponse,
  billersResponse,
  billTypesResponse,
} from '../../../functions/bill-management-v1/contract.ts';
import {
  type FixtureBiller,
  fixtureBillers,
  fixtureBillTypes,
} from '../../support/fixture/fixture-billers.ts';
import type { ServiceClient } from '../service-client.ts';

const path = '/biller-metadata';

const byCode = (one: FixtureBiller, other: FixtureBiller) => (one.code < other.code ? -1 : 1);
const expected = (matches: (biller: FixtureBiller) => boolean) => fixtureBillers.filter(matches).sort(byCode);

/** Read operations for billers and bill types. The target must have those of the fixture. */
export const billersSuite = (client: ServiceClient) => {
  const list = async (query: string) => (await client.get(`${path}${query}`, billersResponse)).billers;

  describe('getBillerMetadaba', () => {
    it('lists all billers by code', async () => {
      expect(await list('')).toEqual(expected(() => true));
    });

    it.each<[query: string, matches: (biller: FixtureBiller) => boolean]>([
      ['billerCode=0101', ({ code }) => code === '0101'],
      ['billerCode=2001,0101,0102', ({ code }) => ['0101', '0102', '2001'].includes(code)],
      ['billerOrganisation=harbour%20ENERGY', ({ organisation }) => /^harbour energy$/i.test(organisation)],
      [
        'billerOrganisation=%C3%89T%C3%89%20ASSURANCE',
        ({ organisation }) => organisation === 'Été Assurance',
      ],
      ['billType=GAS,WATER', ({ billType }) => billType === 'GAS' || billType === 'WATER'],
      // Filters are combined with AND.
      ['billerOrganisation=Southern%20Light&billType=ELECTRICITY', ({ code }) => /^010[13]$/.test(code)],
      ['billerCode=0101&billType=GAS', () => false],
      // Codes and bill types match exactly.
      ['billerCode=A-1%20%5BVIC%5D', ({ code }) => code === 'A-1 [VIC]'],
      ['billType=gas', () => false],
      ['billerCode=101', () => false],
      ['billerOrganisation=Southern', () => false],
      // Spaces around values are ignored, and so are blank values, but no other white space.
      ['billerCode=%200101%09,+2001', ({ code }) => code === '0101' || code === '2001'],
      ['billType=+GAS', ({ billType }) => billType === 'GAS'],
      ['billerOrganisation=%09', () => true],
      ['billerCode=0101%C2%A0,2001', ({ code }) => code === '2001'],
    ])('filters by %s', async (query, matches) => {
      expect(await list(`?${query}`)).toEqual(expected(matches));
    });

    it.each(['*', '%25', "' OR 1=1--", '{"$gt":""}', '__proto__2', 'constructor'])(
      'treats a filter as literal text: %s',
      async (text) => {
        expect(await list(`?billerOrganisation=${encodeURIComponent(text)}`)).toEqual([]);
      },
    );

    it('D25 ignores unknown and empty parameters', async () => {
      expect(await list('?foo=1&__proto__=1&code=0101&billercode=0101')).toEqual(expected(() => true));
      expect(await list('?billerCode=&billType=&billerOrganisation=')).toEqual(expected(() => true));
    });
  });

  describe('getBillerMetadabaByCode', () => {
    it.each(fixtureBillers.filter(({ code }) => code !== 'bill-types'))(
      'shows biller $code',
      async (biller) => {
        expect(await client.get(`${path}/${encodeURIComponent(biller.code)}`, billerResponse)).toEqual(
          biller,
        );
      },
    );

    it.each(['9999', '%2e%2e', '%00', '0101%20', 'a-1%20%5BVIC%5D', 'constructor', '%F0%9F%92%A1', 'a%2Fb'])(
      'D24 returns 404 for the biller %s',
      async (code) => {
        await client.expectNotFound(`${path}/${code}`);
      },
    );

    it.each(['%zz', '%', '%c0%80', '%ff', 'x'.repeat(5_000)])(
      'D24 rejects a malformed code: %s',
      async (code) => {
        const response = await client.send(`${path}/${code}`);
        expect([400, 404]).toContain(response.status);
        client.failuresOf(response);
      },
    );
  });

  describe('getBillTypes', () => {
    it('D23 lists all bill types by code, even if a biller has the code bill-types', async () => {
      const { billTypes } = await client.get(`${path}/bill-types`, billTypesResponse);
      expect(billTypes).toEqual(fixtureBillTypes);
      expect(await list('?billerCode=bill-types')).toHaveLength(1);
    });
  });
};
