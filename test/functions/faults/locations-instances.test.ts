import { beforeEach, describe, expect, it } from 'vitest';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { goodEnquiry } from '../../support/enquiry-client.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';
import { perTest } from '../../support/per-test.ts';

const locations = fixtureNetwork.locations.slice(0, 50).map((line) => locationRecord.parse(line));

const services = perTest(startServicesBehindProxies);
beforeEach(() => storePublication(services.bucket, { locations }));

const workCentres = '/locations/v3/workcentres';

const totalOf = async (): Promise<number> => {
  const { body } = await services.locations.send({ path: `${workCentres}?size=1` });
  return JSON.parse(body).pagination.total;
};

const linkOf = async (): Promise<URL> => {
  const { headers } = await services.locations.send({ path: '/locations/v3/export/workcentres' });
  return new URL(headers.location ?? '');
};

describe.each([
  ['two days ahead', 2 * 86_400],
  ['ten minutes back', -600],
])('G18: when the clock jumps %s', (_, seconds) => {
  it('signs links for five minutes from the new time', async () => {
    const signedAt = async () => (await linkOf()).searchParams.get('X-Amz-Date') ?? '';
    const before = await signedAt();
    services.pass(seconds);
    const after = await signedAt();
    const moment = (text: string) =>
      Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    expect((moment(after) - moment(before)) / 1_000).toBe(seconds);
    expect((await linkOf()).searchParams.get('X-Amz-Expires')).toBe('300');
  });

  it('serves a new publication from the second request on', async () => {
    expect(await totalOf()).toBe(50);
    await storePublication(services.bucket, { locations: locations.slice(0, 9) });
    services.pass(seconds);
    const check = services.nextLook();
    await totalOf();
    await check;
    expect(await totalOf()).toBe(9);
  });
});

describe('the first request of an instance', () => {
  const cutResponses = (name: string, times: number) =>
    services.bucketProxy.inject(
      { kind: 'cut response', afterBytes: 100 },
      { times, when: ({ path }) => path.split('?')[0]?.endsWith(name) === true },
    );

  it.each(['manifest.json', 'catalogue.bin'])('succeeds if %s is cut off twice', async (name) => {
    cutResponses(name, 2);
    const { status, body } = await services.locations.send({ path: workCentres });
    expect([status, services.bucketProxy.faulted()]).toEqual([200, 2]);
    expect(JSON.parse(body).pagination.total).toBe(50);
  });

  it('returns 503 after three attempts if the catalogue is always cut off', async () => {
    cutResponses('catalogue.bin', Number.POSITIVE_INFINITY);
    const { status } = await services.locations.send({ path: workCentres });
    expect([status, services.bucketProxy.faulted()]).toEqual([503, 3]);
  });
});

it('G08 serves new requests even though store calls of timed-out requests are still pending', async () => {
  const path = '/bill-management-api/v1/enquiries';
  const enquiry = { method: 'POST', path, body: JSON.stringify(goodEnquiry) };
  const search = { path: workCentres };
  await services.hang();
  const reached = Promise.all([
    services.tablesProxy.next(({ operation }) => operation === 'TransactWriteItems'),
    services.bucketProxy.next(({ operation }) => operation === 'GetObject'),
  ]);
  // Simulates an instance that Lambda freezes on timeout: nobody reads the response, but the calls stay in memory.
  const abandoned = [services.billManagement.send(enquiry), services.locations.send(search)];
  await reached;
  await services.recover();
  expect((await services.billManagement.send(enquiry)).status).toBe(200);
  // This request waits for the hanging load of the catalogue until it times out. The next request starts a new load.
  await services.locations.send(search);
  expect((await services.locations.send(search)).status).toBe(200);
  await Promise.all(abandoned);
});
