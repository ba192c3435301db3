import { describe, expect, inject, it } from 'vitest';
import { httpTarget } from '../support/http-target.ts';
import { runWaypost } from '../support/run-waypost.ts';

const { url, dataDirectory } = inject('sharedStack');

const keys = (...args: readonly string[]) => runWaypost(['keys', ...args, '--data-dir', dataDirectory]);

const issue = async (...options: readonly string[]): Promise<string> => {
  const { status, stdout, stderr } = await keys('issue', '--client', 'A partner', ...options);
  expect(status, stderr).toBe(0);
  return stdout.trim();
};

const statusOf = async (key: string, path: string): Promise<number> => {
  const { status } = await httpTarget(url, key).send({ path });
  return status;
};

const paths = {
  v2: '/locations/v2/services',
  v3: '/locations/v3/operational-capabilities',
  billing: '/bill-management-api/v1/biller-metadata/bill-types',
};

describe('keys of a running stack', () => {
  it('open all services as soon as they are issued, on ten paths in a row (A18)', async () => {
    const key = await issue();
    for (const path of [
      ...Object.values(paths),
      ...Object.values(paths),
      ...Object.values(paths),
      paths.v2,
    ]) {
      expect(await statusOf(key, path), path).toBe(200);
    }
  });

  it('open the services of their scopes and no other (A17, D26)', async () => {
    const key = await issue('--scope', 'locations-v2', '--scope', 'locations-v3');
    expect(await statusOf(key, paths.v2)).toBe(200);
    expect(await statusOf(key, paths.v3)).toBe(200);
    const refused = await httpTarget(url, key).send({ path: paths.billing });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ code: 'FORBIDDEN' }] });
    const enquiry = await httpTarget(url, key).send({
      method: 'POST',
      path: '/bill-management-api/v1/enquiries',
      body: '{}',
    });
    expect(enquiry.status).toBe(403);
    expect(await statusOf(key, '/locations/v9')).toBe(404);
  });

  it('are refused within a second of being revoked (A13)', async () => {
    const key = await issue();
    expect(await statusOf(key, paths.v2)).toBe(200);
    const [, , keyId = ''] = key.split('_');
    expect((await keys('revoke', keyId)).status).toBe(0);
    await expect.poll(() => statusOf(key, paths.v2), { timeout: 3_000, interval: 100 }).toBe(401);
    expect((await keys('list')).stdout).toMatch(new RegExp(`${keyId}.*REVOKED`));
  });

  it('are throttled by client, all its keys together, and never another client (H01)', async () => {
    const [one, two] = [await issue('--client', 'Busy'), await issue('--client', 'Busy')];
    const other = await issue('--client', 'Quiet');
    const burst = Array.from({ length: 400 }, (_, index) =>
      httpTarget(url, index % 2 ? one : two).send({ path: `${paths.v3}?size=1` }),
    );
    const answers = await Promise.all(burst);
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(200);
    expect(JSON.parse(throttled[0]?.body ?? '')).toMatchObject({ errors: [{ code: 'TOO_MANY_REQUESTS' }] });
    expect(throttled[0]?.headers['retry-after']).toMatch(/^\d+$/);
    expect(await statusOf(other, paths.v3)).toBe(200);
  });
});
