import { describe, expect, it } from 'vitest';
import {
  billerResponse,
  billersResponse,
  billTypesResponse,
} from '../../functions/bill-management-v1/contract.ts';
import type { ServiceClient } from '../contract/service-client.ts';

const path = '/biller-metadata';

export const billersSuite = (client: ServiceClient) => {
  const list = async (query = '') => (await client.get(`${path}${query}`, billersResponse)).billers;
  const byCode = (items: readonly { readonly code: string }[]) =>
    items.toSorted((one, other) => (one.code < other.code ? -1 : 1));

  describe('billers', () => {
    it('are listed by code, each once', async () => {
      const billers = await list();
      expect(billers).toEqual(byCode(billers));
      expect(new Set(billers.map(({ code }) => code)).size).toBe(billers.length);
    });

    it('are the same when requested individually as in the list', async () => {
      for (const biller of (await list()).slice(0, 5)) {
        expect(await client.get(`${path}/${encodeURIComponent(biller.code)}`, billerResponse)).toEqual(
          biller,
        );
      }
    });

    it('can be filtered by bill type', async () => {
      const all = await list();
      const types = [...new Set(all.map(({ billType }) => billType))].slice(0, 3);
      for (const type of types) {
        expect(await list(`?billType=${encodeURIComponent(type)}`)).toEqual(
          all.filter(({ billType }) => billType === type),
        );
      }
    });

    it('return 404, and match no filter, if they do not exist', async () => {
      await client.expectNotFound(`${path}/no-such-biller`);
      expect(await list('?billerCode=no-such-biller')).toEqual([]);
    });
  });

  describe('bill types', () => {
    it('are listed by code', async () => {
      const { billTypes } = await client.get(`${path}/bill-types`, billTypesResponse);
      expect(billTypes).toEqual(byCode(billTypes));
    });
  });
};
