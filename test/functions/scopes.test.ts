// First, for the files of streaming handlers ask for it when they are loaded.
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
import { requestablePath } from '../support/targets/operation-paths.ts';

const services = ['/bill-management-api/v1', '/locations/v2', '/locations/v3'];

const start = async (context: KeyContext): Promise<ApiTarget> => {
  const handlers = await startAllHandlers(fixtureVersion, context);
  onTestFinished(() => handlers.close());
  return handlers;
};

/** Operations that need a key: of the others the gateway knows no scopes. */
const guarded = routes.filter(({ open }) => !open);

/** Paths of these operations, by whether the functions behind them answer a key: with 403 and its body, or well. */
const askAll = async (target: ApiTarget) => {
  const refused: string[] = [];
  const answered: string[] = [];
  for (const { path, method } of guarded) {
    const body = method === 'POST' ? { body: JSON.stringify(goodEnquiry) } : {};
    const answer = await target.send({ method, path: requestablePath(path), ...body });
    if (answer.status === 403) {
      expect(JSON.parse(answer.body)).toMatchObject({
        errors: [{ code: 'FORBIDDEN', detail: 'This key does not grant access to this operation.' }],
      });
      refused.push(path);
    } else {
      expect([200, 302], path).toContain(answer.status);
      answered.push(path);
    }
  }
  return { refused, answered };
};
const askedWith = async (...granted: Scope[]) => askAll(await start({ scopes: toScopeText(granted) }));

it('A17 functions of each service reject a key without its scope, whatever the gateway accepts', async () => {
  const { refused, answered } = await askedWith('locations-v2');
  expect(answered).toEqual(locationsV2.map(({ path }) => path));
  for (const service of [services[0], services[2]]) {
    expect(refused.some((path) => path.startsWith(`${service}/`))).toBe(true);
  }
  expect((await askedWith('bill-management', 'locations-v3')).refused).toEqual(answered);
});

it('D26 only the enquiry function rejects a key that opens only billers', async () => {
  const { refused } = await askedWith('locations-v2', 'locations-v3', 'bill-management:billers');
  expect(refused).toEqual([`${services[0]}/enquiries`]);
});

it('F15 only the export function rejects a key that opens only searches', async () => {
  const { refused } = await askedWith('locations-v2', 'bill-management', 'locations-v3:search');
  expect(refused).toEqual([`${services[2]}/export/workcentres`]);
});

it('accepts requests without scopes in their context', async () => {
  expect((await askAll(await start({}))).refused).toEqual([]);
});

it('rejects a key whose only scope is unknown', async () => {
  expect((await askAll(await start({ scopes: '' }))).answered).toEqual([]);
  expect((await askAll(await start({ scopes: 'locations' }))).answered).toEqual([]);
});
