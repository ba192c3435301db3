// Imported first, because streaming handlers need it when they load.
import '../support/streaming-runtime.ts';

import { expect, it, onTestFinished } from 'vitest';
import { locationsV2 } from '../../infra/routes/locations-v2.ts';
import { routes } from '../../infra/routes/routes.ts';
import { type Scope, toScopeText } from '../../shared/domain/access/scope.ts';
import { goodEnquiry } from '../support/enquiry-client.ts';
import { fixtureVersion } from '../support/fixture/fixture-export.ts';
import type { KeyContext } from '../support/gateway/gateway-event-of.ts';
import { startAllHandlers } from '../support/targets/all-handlers.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { requestableUrl } from '../support/targets/operation-paths.ts';

const services = ['/bill-management-api/v1', '/locations/v2', '/locations/v3'];

const start = async (context: KeyContext): Promise<ApiTarget> => {
  const handlers = await startAllHandlers(fixtureVersion, context);
  onTestFinished(() => handlers.close());
  return handlers;
};

/** Operations that need a key. The gateway passes no scopes for the others. */
const guarded = routes.filter(({ open }) => !open);

const bodies: Readonly<Record<string, object>> = {
  [`${services[0]}/enquiries`]: goodEnquiry,
  [`${services[0]}/bills/validate`]: { billerCode: '0101', reference: '1' },
};

/** Calls all these operations. Returns the paths that are rejected with 403, and those that succeed. */
const callAll = async (target: ApiTarget) => {
  const rejected: string[] = [];
  const succeeded: string[] = [];
  for (const { path, method } of guarded) {
    const given = method === 'POST' ? { body: JSON.stringify(bodies[path]) } : {};
    const response = await target.send({ method, path: requestableUrl(path), ...given });
    if (response.status === 403) {
      expect(JSON.parse(response.body)).toMatchObject({
        errors: [{ code: 'FORBIDDEN', detail: 'This key does not grant access to this operation.' }],
      });
      rejected.push(path);
    } else {
      expect([200, 302], path).toContain(response.status);
      succeeded.push(path);
    }
  }
  return { rejected, succeeded };
};
const callWith = async (...granted: Scope[]) => callAll(await start({ scopes: toScopeText(granted) }));

it('A17 the functions of each service reject a key without its scope, even if the gateway accepts it', async () => {
  const { rejected, succeeded } = await callWith('locations-v2');
  expect(succeeded).toEqual(locationsV2.map(({ path }) => path));
  for (const service of [services[0], services[2]]) {
    expect(rejected.some((path) => path.startsWith(`${service}/`))).toBe(true);
  }
  expect((await callWith('bill-management', 'locations-v3')).rejected).toEqual(succeeded);
});

it('D26 a key for billers is rejected only by the enquiry function', async () => {
  const { rejected } = await callWith('locations-v2', 'locations-v3', 'bill-management:billers');
  expect(rejected).toEqual([`${services[0]}/enquiries`]);
});

it('F15 a key for searches is rejected only by the export function', async () => {
  const { rejected } = await callWith('locations-v2', 'bill-management', 'locations-v3:search');
  expect(rejected).toEqual([`${services[2]}/export/workcentres`]);
});

it.each([
  ["without an authoriser's context", null],
  ['without a client', { client: '' }],
])('rejects a request %s unless the operation is open', async (_without, context) => {
  const target = await start(context);
  expect((await callAll(target)).succeeded).toEqual([]);
  const open = routes.filter((route) => route.open);
  expect(open.length).toBeGreaterThan(0);
  for (const { path } of open) expect((await target.send({ path })).status, path).toBe(200);
});

it('rejects a key whose only scope is unknown', async () => {
  expect((await callAll(await start({ scopes: '' }))).succeeded).toEqual([]);
  expect((await callAll(await start({ scopes: 'locations' }))).succeeded).toEqual([]);
});
