import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyToken } from '../../shared/domain/access/key-token.ts';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { awakeMilliseconds } from '../support/busy-machine.ts';
import { goodEnquiry } from '../support/enquiry-client.ts';
import { startServicesBehindProxies } from '../support/faults/services-behind-proxies.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { storePublication } from '../support/networks/stored-publication.ts';
import { perTest } from '../support/per-test.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';

const billManagement = '/bill-management-api/v1';
const exportPath = '/locations/v3/export/workcentres';
const paths = [...v2Paths, ...v3Paths];

const locations = fixtureNetwork.locations.map((line) => locationRecord.parse(line));
const capabilities = fixtureNetwork.services.map((line) => capabilityRecord.parse(line));

const services = perTest(startServicesBehindProxies);

/** Returns what a client sees: the status, the body and, for a redirect, the path of the file. */
const responseTo = async (path: string) => {
  const sent = services.locations.send({ path });
  const milliseconds = await awakeMilliseconds(() => sent);
  const { status, headers, body } = await sent;
  const file = headers.location === undefined ? undefined : new URL(headers.location).pathname;
  return { response: { path, status, body, file }, milliseconds };
};

const allResponses = async () => {
  const all: Awaited<ReturnType<typeof responseTo>>['response'][] = [];
  for (const path of paths) all.push((await responseTo(path)).response);
  return all;
};

const issueKey = async () =>
  services.keys.issue({
    client: 'Southern Shop',
    scopes: ['locations-v2', 'locations-v3', 'bill-management'],
    plan: 'partner',
    environment: 'live',
  });

const statusOf = async (path: string, body?: string): Promise<number> => {
  const method = body === undefined ? 'GET' : 'POST';
  return (await services.billManagement.send({ method, path: `${billManagement}${path}`, body })).status;
};
const healthAndEnquiries = () =>
  Promise.all([statusOf('/health'), statusOf('/enquiries', JSON.stringify(goodEnquiry)), statusOf('/ping')]);

describe.each([
  ['refuse connections', () => services.refuse()],
  ['accept requests and never respond', () => services.hang()],
])('when S3 and DynamoDB both %s for five minutes', (_how, fail) => {
  it('A20: cached keys and locations still work, other requests fail, and everything recovers with the stores', async () => {
    const [staying, leaving, unseen] = [await issueKey(), await issueKey(), await issueKey()];
    const { token: unknown } = createKeyToken('live', randomBytes);
    await storePublication(services.bucket, { locations, capabilities });
    const before = await allResponses();
    expect(before.map(({ status }) => status)).toEqual(
      paths.map((path) => (path === exportPath ? 302 : 200)),
    );
    await services.authorise(staying.token);
    await services.authorise(leaving.token);

    await fail();
    for (const seconds of [30, 90, 180]) {
      const failedChecks = services.nextFailedLooks();
      services.pass(seconds);
      const authorised = await awakeMilliseconds(() =>
        Promise.all([services.authorise(staying.token), services.authorise(leaving.token)]),
      );
      expect(authorised).toBeLessThan(2_000);
      for (const expected of before) {
        const { response, milliseconds } = await responseTo(expected.path);
        expect(response).toEqual(expected);
        expect(milliseconds, expected.path).toBeLessThan(700);
      }
      await failedChecks;
    }
    await Promise.all([
      expect(healthAndEnquiries()).resolves.toEqual([503, 503, 200]),
      // API Gateway returns 500 for this error, and 401 only for one with the message Unauthorized.
      expect(services.authorise(unseen.token)).rejects.toThrow(StoreUnavailable),
      expect(services.authorise(unknown)).rejects.toThrow(StoreUnavailable),
    ]);

    await services.keys.revoke(leaving.record.keyId);
    await services.authorise(leaving.token);
    const { version } = await storePublication(services.bucket, { locations: locations.slice(0, 9) });
    await services.recover();
    services.pass(30);

    await expect(services.authorise(leaving.token)).rejects.toThrow(/^Unauthorized$/);
    await services.authorise(staying.token);
    await services.authorise(unseen.token);
    await expect(services.authorise(unknown)).rejects.toThrow(/^Unauthorized$/);
    expect(await healthAndEnquiries()).toEqual([200, 200, 200]);
    const check = services.nextLook();
    await allResponses();
    await check;
    const list = await services.locations.send({ path: '/locations/v3/workcentres' });
    expect(JSON.parse(list.body).pagination.total).toBe(9);
    expect((await responseTo(exportPath)).response.file).toContain(version);
  });
});
