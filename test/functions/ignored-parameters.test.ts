import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureVersion } from '../support/fixture/fixture-export.ts';
import { type AllHandlers, startAllHandlers } from '../support/targets/all-handlers.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';

const bill = '/bill-management-api/v1';
const requests = [
  ...[...v2Paths, ...v3Paths, `${bill}/biller-metadata`, `${bill}/biller-metadata/0101`].map((path) => ({
    path,
  })),
  { path: `${bill}/enquiries`, method: 'POST', body: '{}' },
];

let sandbox: AllHandlers;
let live: AllHandlers;
beforeAll(async () => {
  sandbox = await startAllHandlers(fixtureVersion, { sandbox: 'true' });
  live = await startAllHandlers(fixtureVersion, {});
});
afterAll(() => Promise.all([sandbox.close(), live.close()]));

describe('a query parameter that the operation does not support', () => {
  it.each(requests)('is listed by $path for sandbox keys only', async ({ path, ...rest }) => {
    const given = { ...rest, path: `${path}${path.includes('?') ? '&' : '?'}raduis=5` };
    const { headers, body, status } = await sandbox.send(given);
    expect(headers['waypost-ignored']).toBe('raduis');
    const other = await live.send(given);
    expect(other.headers).not.toHaveProperty('waypost-ignored');
    expect(other.status).toBe(status);
    if (status === 200 && !path.includes('export')) expect(other.body).toBe(body);
    expect((await sandbox.send({ ...rest, path })).headers).not.toHaveProperty('waypost-ignored');
  });

  it('is also listed in a 304 response', async () => {
    const path = '/locations/v3/workcentres?lat=&raduis=5&size=1';
    const { status, headers } = await sandbox.send({ path, headers: { 'if-none-match': '*' } });
    expect([status, headers['waypost-ignored']]).toEqual([304, 'raduis']);
  });
});
