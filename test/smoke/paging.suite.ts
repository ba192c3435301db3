import { describe, expect, it } from 'vitest';
import { workCentresResponse } from '../../functions/locations-v3/contract.ts';
import type { ServiceClient } from '../contract/service-client.ts';

/** Tests pages of work centres by comparing them with each other, because the total number is unknown. */
export const pagingSuite = (client: ServiceClient) => {
  const ask = async (query: string) => client.get(`/workcentres?${query}`, workCentresResponse);
  const idsAt = async (query: string) => (await ask(query)).workcentres.map(({ id }) => id);

  describe('the list of work centres', () => {
    it('B01 returns 20 work centres by default, and none with size=0', async () => {
      const { pagination, workcentres } = await ask('');
      expect(pagination).toEqual({
        total: pagination.total,
        offset: 0,
        size: Math.min(20, pagination.total),
      });
      expect(workcentres).toHaveLength(pagination.size);
      expect(await ask('size=0')).toEqual({ pagination: { ...pagination, size: 0 }, workcentres: [] });
    });

    it('B05 returns each work centre once, ordered by id, in pages of any size', async () => {
      const whole = await idsAt('size=100');
      expect(whole).toEqual([...new Set(whole)].sort());
      const [first, second] = [await idsAt('size=50&offset=0'), await idsAt('size=50&offset=50')];
      expect([...first, ...second]).toEqual(whole);
    });

    it('B04 ends with a partial page, followed by empty pages', async () => {
      const { total } = (await ask('size=0')).pagination;
      const offset = Math.max(0, total - 3);
      expect((await ask(`offset=${offset}`)).pagination).toEqual({ total, offset, size: total - offset });
      expect(await ask(`offset=${total}`)).toEqual({
        pagination: { total, offset: total, size: 0 },
        workcentres: [],
      });
    });

    it('has as many work centres as the lists of each type combined', async () => {
      const { total } = (await ask('size=0')).pagination;
      const types = ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'];
      const pages = await Promise.all(types.map((type) => ask(`size=0&type=${type}`)));
      expect(pages.reduce((sum, { pagination }) => sum + pagination.total, 0)).toBe(total);
    });
  });
};
