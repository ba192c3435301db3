import { afterEach, beforeEach, expect, it } from 'vitest';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import type { Services } from '../../support/faults/operations-behind-proxies.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';

const locations = fixtureNetwork.locations.slice(0, 50).map((line) => locationRecord.parse(line));

let services: Services;
beforeEach(async () => {
  services = await startServicesBehindProxies();
  await storePublication(services.bucket, { locations });
});
afterEach(() => services.close());

const breakOff = (name: string, times: number) =>
  services.bucketProxy.inject(
    { kind: 'cut response', afterBytes: 100 },
    { times, when: ({ path }) => path.split('?')[0]?.endsWith(name) === true },
  );

it.each(['manifest.json', 'catalogue.bin'])(
  'the first request of an instance is answered well where the answer for %s breaks off twice',
  async (name) => {
    breakOff(name, 2);
    const { status, body } = await services.locations.send({ path: '/locations/v3/workcentres' });
    expect([status, services.bucketProxy.faulted()]).toEqual([200, 2]);
    expect(JSON.parse(body).pagination.total).toBe(50);
  },
);

it('an answer that always breaks off is asked for three times, and is 503', async () => {
  breakOff('catalogue.bin', Number.POSITIVE_INFINITY);
  const { status } = await services.locations.send({ path: '/locations/v3/workcentres' });
  expect([status, services.bucketProxy.faulted()]).toEqual([503, 3]);
});
