import { describe, expect, it } from 'vitest';
import { capabilitiesResponse } from '../../../functions/locations-v3/contract.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import type { ServiceClient } from '../service-client.ts';
import { expectedCapability } from './expected-work-centre.ts';

const total = fixtureNetwork.services.length;
const inOrder = fixtureNetwork.services
  .toSorted((one, other) => one.service_code - other.service_code)
  .toSorted((one, other) =>
    one.capability_id < other.capability_id ? -1 : Number(one.capability_id > other.capability_id),
  )
  .map(expectedCapability);

export const capabilitiesSuite = (client: ServiceClient) => {
  const ask = async (query: string) => client.get(`/operational-capabilities${query}`, capabilitiesResponse);

  describe('listOperationalCapabilities', () => {
    it('lists all capabilities by id', async () => {
      expect(await ask('')).toEqual({
        pagination: { total, offset: 0, size: total },
        operational_capabilities: inOrder,
      });
    });

    it('B02 accepts sizes up to 200', async () => {
      expect((await ask('?size=200')).pagination.size).toBe(total);
      await client.expectViolation('/operational-capabilities?size=201', 'size');
      await client.expectViolation('/operational-capabilities?size=-1&offset=x', 'size', 'offset');
    });

    it('B04 B05 returns each capability once across pages', async () => {
      const pages = await Promise.all([0, 5, 10, 15].map((offset) => ask(`?size=5&offset=${offset}`)));
      expect(pages.flatMap(({ operational_capabilities }) => operational_capabilities)).toEqual(inOrder);
      expect(pages.map(({ pagination }) => pagination.size)).toEqual([5, 5, 2, 0]);
      expect(new Set(pages.map(({ pagination }) => pagination.total))).toEqual(new Set([total]));
    });
  });
};
