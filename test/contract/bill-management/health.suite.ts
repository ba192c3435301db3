import { describe, expect, it } from 'vitest';
import { healthCheckStatus } from '../../../functions/bill-management-v1/contract.ts';
import type { ServiceClient } from '../service-client.ts';

/** Health checks by load balancers. The target's stores must work. */
export const healthSuite = (client: ServiceClient) => {
  describe('health checks', () => {
    it.each(['ping', 'health'])('A26 %s reports that the service is up', async (name) => {
      expect(await client.get(`/${name}`, healthCheckStatus)).toEqual({ status: 'UP' });
    });
  });
};
