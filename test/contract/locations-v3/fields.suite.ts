import { describe, expect, it } from 'vitest';
import { sparseWorkCentresResponse, workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import { seededRandom } from '../../benchmark/network/benchmark-network.ts';
import { fieldNames, prune } from '../../support/oracles/prune-fields.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

export const fieldsSuite = (client: ServiceClient) => {
  const { sparseOf } = workCentreSearch(client);
  const textOf = async (path: string) => (await client.send(path)).body;
  const search = '/workcentres?lat=-37.8136&lon=144.9631&size=10';

  const expectPruned = async (chosen: readonly string[]) => {
    const whole = await client.get(search, workCentresResponse);
    const query = `fields=${encodeURIComponent(chosen.join(','))}`;
    const sparse = await client.get(`${search}&${query}`, sparseWorkCentresResponse);
    const pruned = whole.workcentres.map((centre) => prune(centre, ['id', 'type', ...chosen]));
    expect(sparse, query).toEqual({ pagination: whole.pagination, workcentres: pruned });
    // Members keep the order of the specification.
    expect(JSON.stringify(sparse.workcentres), query).toBe(JSON.stringify(pruned));
  };

  describe('members selected by fields', () => {
    it.each(fieldNames)('returns only %s, with the id and the type', async (name) => expectPruned([name]));

    it('combines the listed names, in any order', async () => {
      const random = seededRandom(20_261_127);
      for (let set = 0; set < 50; set++) {
        const chosen = fieldNames
          .slice(1)
          .filter(() => random() < 0.2)
          .sort(() => random() - 0.5);
        await expectPruned(chosen.length > 0 ? chosen : ['attributes']);
      }
    });

    it('returns the same bytes whether fields is absent, empty or *', async () => {
      const whole = await textOf(search);
      expect(await textOf(`${search}&fields=*`)).toBe(whole);
      expect(await textOf(`${search}&fields=`)).toBe(whole);
      expect(await textOf(`${search}&fields=*,location`)).toBe(whole);
    });

    it('also selects members of a single work centre', async () => {
      const { workcentres } = await client.get('/workcentres?size=1', workCentresResponse);
      const [{ id, type } = { id: '', type: '' }] = workcentres;
      const location = { attributes: workcentres[0]?.location.attributes };
      expect(await sparseOf(id, 'fields=location.attributes')).toEqual({ id, type, location });
      expect(await textOf(`/workcentres/${id}?fields=*`)).toBe(await textOf(`/workcentres/${id}`));
    });

    it('names each unknown field', async () => {
      await client.expectDetails('/workcentres?fields=opening_hours', [
        'fields: opening_hours is not a field',
      ]);
      await client.expectDetails('/workcentres/310003_PO?fields=id,location,%0Aattributes.Name', [
        'fields: id is not a field',
        'fields: \\nattributes.Name is not a field',
      ]);
      await client.expectViolation('/workcentres?fields=*&fields=*', 'fields');
      await client.expectViolation('/workcentres?fields=*,&size=x', 'fields', 'size');
    });

    it('returns 100 work centres for a map in less than 30 kB', async () => {
      const fields = 'attributes.business_name,location.attributes';
      const text = await textOf(`/workcentres?fields=${fields}&size=100`);
      const { workcentres } = sparseWorkCentresResponse.parse(JSON.parse(text));
      expect(workcentres).toHaveLength(100);
      expect(Buffer.byteLength(text)).toBeLessThan(30_000);
    });
  });
};
