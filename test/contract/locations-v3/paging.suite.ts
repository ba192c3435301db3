import { describe, expect, it } from 'vitest';
import { workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { codesWhere } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';

const total = fixtureNetwork.locations.length;
const everyCode = codesWhere(() => true);

export const pagingSuite = (client: ServiceClient) => {
  const ask = async (query: string) => client.get(`/workcentres${query}`, workCentresResponse);

  describe('listWorkCentres, page by page', () => {
    it('returns the first 20 by id by default', async () => {
      const { pagination, workcentres } = await ask('');
      expect(pagination).toEqual({ total, offset: 0, size: 20 });
      expect(workcentres.map(({ id }) => id)).toEqual(everyCode.slice(0, 20));
    });

    it('B01 accepts sizes up to 100, returns no items for 0, and ignores an empty size', async () => {
      expect((await ask('?size=100')).workcentres).toHaveLength(100);
      expect((await ask('?size=')).workcentres).toHaveLength(20);
      expect(await ask('?size=0')).toEqual({ pagination: { total, offset: 0, size: 0 }, workcentres: [] });
    });

    it.each([total, total + 1, 2_147_483_647])(
      'B04 returns an empty page for the offset %i',
      async (offset) => {
        const pagination = { total, offset, size: 0 };
        expect(await ask(`?offset=${offset}`)).toEqual({ pagination, workcentres: [] });
      },
    );

    it('B04 counts the items of the last page', async () => {
      expect((await ask(`?offset=${total - 3}`)).pagination).toEqual({ total, offset: total - 3, size: 3 });
    });

    const walk = async (query: string, size: number) => {
      const ids: string[] = [];
      for (;;) {
        const { pagination, workcentres } = await ask(`?${query}size=${size}&offset=${ids.length}`);
        if (workcentres.length === 0) return { ids, total: pagination.total };
        ids.push(...workcentres.map(({ id }) => id));
      }
    };

    it.each([1, 7, 20, 100])('B05 returns each work centre once in pages of %i', async (size) => {
      expect(await walk('', size)).toEqual({ ids: everyCode, total });
    });

    it('B05 keeps the order of a search around a point across pages', async () => {
      const around = 'lat=-37.8136&lon=144.9631&radius=1000&';
      const whole = await walk(around, 100);
      expect(whole.ids).toHaveLength(whole.total);
      expect(new Set(whole.ids).size).toBe(whole.total);
      expect(await walk(around, 7)).toEqual(whole);
    });

    it('lists every violation in one response', async () => {
      await client.expectViolation(
        '/workcentres?size=101&offset=-1&type=XX,YY&lat=91&radius=x&location[addresses.attributes.postcode]=1',
        'size',
        'offset',
        'type',
        'lat',
        'lon',
        'radius',
        'location[addresses.attributes.postcode]',
      );
    });

    it('B21 ignores unknown parameters', async () => {
      const odd = 'foo=1&%24filter=x&__proto__=1&constructor[prototype][x]=1&__proto__[x]=1&lat';
      expect((await ask(`?${odd}`)).pagination).toEqual({ total, offset: 0, size: 20 });
      expect('x' in {}).toBe(false);
    });
  });
};
