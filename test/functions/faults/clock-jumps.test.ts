import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import type { Services } from '../../support/faults/operations-behind-proxies.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';

const locations = fixtureNetwork.locations.slice(0, 50).map((line) => locationRecord.parse(line));
const twoDays = 2 * 86_400;
const tenMinutes = 600;

let services: Services;
beforeEach(async () => {
  services = await startServicesBehindProxies();
  await storePublication(services.bucket, { locations });
});
afterEach(() => services.close());

const totalOf = async (): Promise<number> => {
  const { body } = await services.locations.send({ path: '/locations/v3/workcentres?size=1' });
  return JSON.parse(body).pagination.total;
};

const linkOf = async (): Promise<URL> => {
  const { headers } = await services.locations.send({ path: '/locations/v3/export/workcentres' });
  return new URL(headers.location ?? '');
};

describe('G18: when the clock jumps in the middle of a run', () => {
  it.each([
    ['two days ahead', twoDays],
    ['ten minutes back', -tenMinutes],
  ])('%s, links are signed for five minutes from its own time', async (_, seconds) => {
    const signedAt = async () => (await linkOf()).searchParams.get('X-Amz-Date') ?? '';
    const before = await signedAt();
    services.pass(seconds);
    const after = await signedAt();
    const moment = (text: string) =>
      Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    expect((moment(after) - moment(before)) / 1_000).toBe(seconds);
    expect((await linkOf()).searchParams.get('X-Amz-Expires')).toBe('300');
  });

  it.each([
    ['two days ahead', twoDays],
    ['ten minutes back', -tenMinutes],
  ])(
    '%s, a catalogue that was published meanwhile is found by the next request or the one after',
    async (_, seconds) => {
      expect(await totalOf()).toBe(50);
      await storePublication(services.bucket, { locations: locations.slice(0, 9) });
      services.pass(seconds);
      const look = services.nextLook();
      await totalOf();
      await look;
      expect(await totalOf()).toBe(9);
    },
  );
});
