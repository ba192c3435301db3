import { describe, expect, it } from 'vitest';
import { request } from '../../functions/locations-v3/list-work-centres.ts';
import { seededRandom } from '../benchmark/network/benchmark-network.ts';
import { fixtureVersion } from '../support/fixture/fixture-export.ts';
import { perFile } from '../support/per-test.ts';
import { startAllHandlers } from '../support/targets/all-handlers.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';

const bill = '/bill-management-api/v1';
const requests = [
  ...[...v2Paths, ...v3Paths, `${bill}/biller-metadata`, `${bill}/biller-metadata/0101`].map((path) => ({
    path,
  })),
  { path: '/locations/v3/workcentres/NOPE' },
  { path: `${bill}/enquiries`, method: 'POST', body: '{}' },
];

const known = Object.keys(request.query.shape);

/** Returns the requested number of distinct names that differ from known ones by one inserted or replaced character. */
const misspeltNames = (count: number): readonly string[] => {
  const random = seededRandom(14);
  const oneOf = (values: readonly string[] | string) => values[Math.floor(random() * values.length)] ?? '';
  const names = new Set<string>();
  while (names.size < count) {
    const name = oneOf(known);
    const at = Math.floor(random() * name.length);
    const misspelt = `${name.slice(0, at)}${oneOf('aZ5-_.~[]: é%,&')}${name.slice(at + Math.round(random()))}`;
    if (!known.includes(misspelt)) names.add(misspelt);
  }
  return [...names];
};

const sandbox = perFile(() => startAllHandlers(fixtureVersion, { sandbox: 'true' }));
const live = perFile(() => startAllHandlers(fixtureVersion));

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

  it('is listed for each of 200 misspelt names', async () => {
    const names = misspeltNames(200);
    // A response lists at most 10 names.
    for (let from = 0; from < names.length; from += 10) {
      const encoded = names.slice(from, from + 10).map(encodeURIComponent);
      const path = `/locations/v3/workcentres?size=0&${encoded.map((name) => `${name}=5`).join('&')}`;
      const shown = encoded.map((name) => name.replace(/%(5B|5D|3A)/g, decodeURIComponent));
      expect((await sandbox.send({ path })).headers['waypost-ignored']).toBe(shown.join(', '));
    }
  });

  it('is also listed in a 304 response', async () => {
    const path = '/locations/v3/workcentres?lat=&raduis=5&size=1';
    const { status, headers } = await sandbox.send({ path, headers: { 'if-none-match': '*' } });
    expect([status, headers['waypost-ignored']]).toEqual([304, 'raduis']);
  });
});
