import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeyToken } from '../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { awakeMilliseconds } from '../../support/awake-milliseconds.ts';
import { type Fault, throttling } from '../../support/faults/fault-proxy-fault.ts';
import type { Services } from '../../support/faults/operations-behind-proxies.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';

let services: Services;
beforeAll(async () => {
  services = await startServicesBehindProxies();
});
afterEach(() => services.recover());
afterAll(() => services.close());

const issue = async () => {
  const { token } = await services.keys.issue({
    client: 'Southern Shop',
    scopes: ['locations-v2'],
    plan: 'partner',
    environment: 'live',
  });
  return token;
};

const inject = (fault: Fault) => async () => services.tablesProxy.inject(fault);

describe('A20: the authoriser, while the store of its keys', () => {
  it.each([
    ['is down', () => services.tablesProxy.refuse()],
    ['takes five seconds', inject({ kind: 'delay', milliseconds: 5_000 })],
    ['throttles', inject(throttling)],
  ])(
    '%s, fails within three seconds for keys that it never saw, good or not, and rejects none',
    async (_, fail) => {
      const good = await issue();
      const { token: unknown } = createKeyToken('live', randomBytes);
      const known = await issue();
      await services.authorise(known);
      await fail();

      const answered = async () =>
        Promise.all([
          // API Gateway answers 401 for an error of the message Unauthorized, and 500 for any other.
          expect(services.authorise(good)).rejects.toThrow(StoreUnavailable),
          expect(services.authorise(unknown)).rejects.toThrow(StoreUnavailable),
          expect(services.authorise(known)).resolves.toMatchObject({ principalId: 'Southern Shop' }),
        ]);
      const milliseconds = await awakeMilliseconds(answered);
      console.log(`A20: answered in ${milliseconds.toFixed(0)} ms`);
      expect(milliseconds).toBeLessThan(3_000);

      await services.recover();
      services.pass(6);
      await services.authorise(good);
      await expect(services.authorise(unknown)).rejects.toThrow(/^Unauthorized$/);
    },
  );
});
