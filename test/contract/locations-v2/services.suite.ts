import { describe, expect, it } from 'vitest';
import { servicesResponse } from '../../../functions/locations-v2/contract.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import type { ServiceClient } from '../service-client.ts';
import { expectedService } from './expected-point.ts';

const inOrder = fixtureNetwork.services.toSorted((one, other) => one.service_code - other.service_code);

export const servicesSuite = (client: ServiceClient) => {
  const servicesAt = async (path: string) => (await client.get(path, servicesResponse)).services;
  const codes = async (path: string) => (await servicesAt(path)).map(({ service_code }) => service_code);

  describe('listServices', () => {
    it('lists all services by code, including those that are not searchable', async () => {
      const services = await servicesAt('/services');
      expect(services.map(({ url_name, categories, ...service }) => service)).toEqual(
        inOrder.map(expectedService),
      );
    });

    it('shows category names, and names for URLs', async () => {
      for (const [index, { url_name, categories }] of (await servicesAt('/services')).entries()) {
        expect(url_name).toMatch(/^[A-Za-z0-9%._~+-]+$/);
        expect(categories).toEqual(
          (inOrder[index]?.categories ?? []).map(({ name, description }) => ({ name, description })),
        );
      }
    });

    it('C07 lists nothing for another partner', async () => {
      expect(await codes('/services?pc=AP')).toHaveLength(inOrder.length);
      expect(await codes('/services?pc=')).toHaveLength(inOrder.length);
      expect(await codes('/services?pc=ap')).toEqual([]);
      await client.expectViolation('/services?pc=AP&pc=XX', 'pc');
    });
  });

  describe('getServicesByCode', () => {
    it.each([
      ['1', [1]],
      ['1,1', [1]],
      ['0001', [1]],
      ['20,3,1', [1, 3, 20]],
      ['1,999999', [1]],
      ['999999', []],
      ['2147483647', [2_147_483_647]],
      ['1%2C2', [1, 2]],
      ['1%20,%202', [1, 2]],
      ['%202%09', [2]],
    ])('C19 C20 returns the existing services among %s', async (list, expected) => {
      expect(await codes(`/services/${list}`)).toEqual(expected);
    });

    it.each(['%zz', Array(101).fill('1').join(',')])('C19 rejects %.20s', async (list) =>
      client.expectViolation(`/services/${list}`, 'service_codes'),
    );

    it('C07 returns nothing for another partner, after validating the codes', async () => {
      expect(await codes('/services/1?pc=XX')).toEqual([]);
      await client.expectViolation('/services/x?pc=XX', 'service_codes');
    });
  });
};
