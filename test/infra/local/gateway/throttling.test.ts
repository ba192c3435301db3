import { createHash } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { throttles } from '../../../../infra/local/gateway/throttles.ts';
import {
  authKey,
  authorised,
  echo,
  errorOf,
  failed,
  integrationOf,
  method,
  planOf,
  startTestGateway,
} from './gateway-under-test.ts';

const start = async (isDown = () => false) => {
  let time = 0;
  const guarded = { authoriser: authKey, apiKeyRequired: true };
  const gateway = await startTestGateway(
    [
      method('GET', '/a', integrationOf('echo'), guarded),
      method('GET', '/dear/{id}', integrationOf('echo'), guarded),
      method('GET', '/keyless', integrationOf('echo'), { authoriser: authKey }),
      method('GET', '/open'),
      method('ANY', '/open'),
    ],
    {
      functions: {
        echo: (event) => (isDown() ? failed('no store') : echo(event)),
        authorise: ({ headers }) => {
          const key = Object(headers)['AUTH-KEY'];
          return isDown()
            ? failed('no store')
            : authorised(key === 'nobody' ? {} : { usageIdentifierKey: usageIdentifierOf(key) });
        },
      },
      api: {
        usagePlans: [
          planOf(
            'waypost-local-standard',
            { ratePerSecond: 1, burst: 2 },
            { '/dear/{id}/GET': { ratePerSecond: 1, burst: 1 } },
          ),
          planOf('waypost-local-unlimited'),
        ],
        methodThrottles: new Map([
          ['/*/*', { ratePerSecond: 1, burst: 4 }],
          ['/dear/{id}/GET', { ratePerSecond: 1, burst: 3 }],
        ]),
      },
      now: () => time,
    },
  );
  const get = (path: string, key: string, verb = 'GET') =>
    gateway.send(`${verb} ${path}`, [`AUTH-KEY: ${key}`]);
  const statuses = async (path: string, key: string, count: number) => {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) all.push((await get(path, key)).statusCode);
    return all;
  };
  const passes = (seconds: number) => {
    time += seconds * 1_000;
  };
  return { ...gateway, get, statuses, passes };
};

const usageIdentifierOf = (key: string) =>
  `${key.split('.')[0]}-${createHash('sha256').update(key).digest('hex')}`;

it('limits each client to the burst and rate of its plan (H01)', async () => {
  await using gateway = await start();
  expect(await gateway.statuses('/a', 'standard.one', 3)).toEqual([200, 200, 429]);
  const throttled = await gateway.get('/a', 'standard.one');
  expect(errorOf(throttled)).toBe('429 TOO_MANY_REQUESTS');
  expect(throttled.headers.get('retry-after')).toBe('1');
  expect(gateway.callsOf('echo')).toHaveLength(2);
  expect(await gateway.statuses('/a', 'standard.two', 1)).toEqual([200]);
  gateway.passes(1);
  expect(await gateway.statuses('/a', 'standard.one', 2)).toEqual([200, 429]);
  gateway.passes(3_600);
  expect(await gateway.statuses('/a', 'standard.one', 3)).toEqual([200, 200, 429]);
});

it("limits each client to its plan's throttle for a method, which replaces the plan's default (H01)", async () => {
  await using gateway = await start();
  // Requests are counted by method and resource, not by the path as sent.
  expect(await gateway.statuses('/dear/1', 'standard.one', 1)).toEqual([200]);
  expect(await gateway.statuses('/dear/2', 'standard.one', 1)).toEqual([429]);
  expect(await gateway.statuses('/a', 'standard.one', 3)).toEqual([200, 200, 429]);
  expect(await gateway.statuses('/dear/1', 'standard.two', 1)).toEqual([200]);
  gateway.passes(1);
  expect(await gateway.statuses('/dear/1', 'standard.one', 2)).toEqual([200, 429]);
});

it('limits all clients together to the burst of a method that has its own throttle (H01)', async () => {
  await using gateway = await start();
  expect(await gateway.statuses('/dear/1', 'unlimited.one', 4)).toEqual([200, 200, 200, 429]);
  expect(await gateway.statuses('/a', 'unlimited.one', 1)).toEqual([200]);
});

it('limits all clients together to the burst and rate of each method (H01)', async () => {
  await using gateway = await start();
  expect(await gateway.statuses('/open', '', 5)).toEqual([200, 200, 200, 200, 429]);
  expect((await gateway.get('/open', '', 'POST')).statusCode).toBe(200);
  expect(await gateway.statuses('/a', 'unlimited.one', 5)).toEqual([200, 200, 200, 200, 429]);
  gateway.passes(1);
  expect(await gateway.statuses('/open', '', 2)).toEqual([200, 429]);
});

test.for(['gold.one', 'dard.one', 'nobody'])('rejects %s, which is in no plan (H04)', async (key) => {
  await using gateway = await start();
  expect(errorOf(await gateway.get('/a', key))).toBe('403 CONSTRAINT_VIOLATION');
  expect((await gateway.get('/keyless', key)).statusCode).toBe(200);
});

it('throttles clients while every function and store fails (H02)', async () => {
  let isDown = false;
  await using gateway = await start(() => isDown);
  expect((await gateway.get('/a', 'standard.one')).statusCode).toBe(200);
  isDown = true;
  // The burst of 2 lets the second request through to the failing function.
  expect(await gateway.statuses('/a', 'standard.one', 2)).toEqual([502, 429]);
});

it('counts the 10,001st client separately and still throttles the first (H03)', () => {
  const usagePlans = [planOf('standard', { ratePerSecond: 1, burst: 1 })];
  const { admitClient } = throttles({ usagePlans, methodThrottles: new Map() }, () => 0);
  const admit = (client: number) =>
    admitClient({ path: '/a', httpMethod: 'GET' }, usageIdentifierOf(`standard.${client}`));
  for (let client = 0; client <= 10_000; client += 1) admit(client);
  for (const client of [0, 10_000]) expect(() => admit(client)).toThrow('Too Many Requests');
});
