import { describe, expect, it } from 'vitest';
import { healthCheckStatus } from '../../../functions/bill-management-v1/contract.ts';
import type { ServiceClient } from '../service-client.ts';

/** What load balancers ask for, of a target whose stores answer. */
export const healthSuite = (client: ServiceClient) => {
  describe('the signs of life', () => {
    it.each(['ping', 'health'])('A26 %s says that the service is up', async (name) => {
      expect(await client.get(`/${name}`, healthCheckStatus)).toEqual({ status: 'UP' });
    });
  });
};
