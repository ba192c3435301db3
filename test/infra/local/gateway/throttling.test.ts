import { expect, it } from 'vitest';
import { usageThrottle } from '../../../../infra/local/gateway/throttles.ts';
import {
  authKey,
  doubleFunctions,
  echo,
  failed,
  integrationOf,
  method,
  restApi,
  result,
  startTestGateway,
} from './gateway-under-test.ts';
import { errorCode, exchangeRaw, rawRequest } from './raw-http.ts';

const start = async (isDown = () => false) => {
  let time = 0;
  const { host, calls } = doubleFunctions({
    echo: (event) => (isDown() ? failed('no store') : echo(event)),
    authorise: ({ headers }) =>
      isDown()
        ? failed('no store')
        : result({
            principalId: 'client',
            policyDocument: { Statement: { Effect: 'Allow', Action: '*', Resource: '*' } },
            usageIdentifierKey: Object(headers)['AUTH-KEY'] === 'nobody' ? null : Object(headers)['AUTH-KEY'],
          }),
  });
  const guarded = { authoriser: authKey, apiKeyRequired: true };
  const gateway = await startTestGateway({
    api: restApi(
      [
        method('GET', '/a', integrationOf('echo'), guarded),
        method('GET', '/keyless', integrationOf('echo'), { authoriser: authKey }),
        method('GET', '/open'),
        method('ANY', '/open'),
      ],
      {
        usagePlans: [
          { name: 'waypost-local-standard', ratePerSecond: 1, burst: 2 },
          { name: 'waypost-local-unlimited' },
        ],
        methodThrottle: { ratePerSecond: 1, burst: 4 },
      },
    ),
    functions: host,
    planOf: (key) => key.split('.')[0],
    now: () => time,
  });
  const get = (path: string, key: string, verb = 'GET') =>
    exchangeRaw(gateway.url, rawRequest(`${verb} ${path}`, [`AUTH-KEY: ${key}`]));
  const statuses = async (path: string, key: string, count: number) => {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) all.push((await get(path, key)).statusCode);
    return all;
  };
  const passes = (seconds: number) => {
    time += seconds * 1_000;
  };
  return { ...gateway, calls, get, statuses, passes };
};

it('a client has the burst of its plan, then its rate, and never more than the burst; others nothing of it (H01)', async () => {
  await using gateway = await start();
  expect(await gateway.statuses('/a', 'standard.one', 3)).toEqual([200, 200, 429]);
  const throttled = await gateway.get('/a', 'standard.one');
  expect(errorCode(throttled)).toBe('TOO_MANY_REQUESTS');
  expect(throttled.headers.get('retry-after')).toBe('1');
  expect(await gateway.statuses('/a', 'standard.two', 1)).toEqual([200]);
  gateway.passes(1);
  expect(await gateway.statuses('/a', 'standard.one', 2)).toEqual([200, 429]);
  gateway.passes(3_600);
  expect(await gateway.statuses('/a', 'standard.one', 3)).toEqual([200, 200, 429]);
});

it('a throttled request does not reach its function', async () => {
  await using gateway = await start();
  await gateway.statuses('/a', 'standard.one', 5);
  expect(gateway.calls.filter(({ functionName }) => functionName === 'echo')).toHaveLength(2);
});

it('a method has its own burst and rate, whoever asks, and other methods nothing of it (H01)', async () => {
  await using gateway = await start();
  expect(await gateway.statuses('/open', '', 5)).toEqual([200, 200, 200, 200, 429]);
  expect((await gateway.get('/open', '', 'POST')).statusCode).toBe(200);
  expect(await gateway.statuses('/a', 'unlimited.one', 5)).toEqual([200, 200, 200, 200, 429]);
  gateway.passes(1);
  expect(await gateway.statuses('/open', '', 2)).toEqual([200, 429]);
});

it.each(['gold.one', 'dard.one', 'nobody'])(
  'the client %s, which has no plan, is refused as an invalid key, where a plan is required (H04)',
  async (key) => {
    await using gateway = await start();
    const answer = await gateway.get('/a', key);
    expect([answer.statusCode, errorCode(answer)]).toEqual([403, 'CONSTRAINT_VIOLATION']);
    expect((await gateway.get('/keyless', key)).statusCode).toBe(200);
  },
);

it('H02: while every function and so every store is out of order, clients are throttled as ever', async () => {
  let isDown = false;
  await using gateway = await start(() => isDown);
  expect((await gateway.get('/a', 'standard.one')).statusCode).toBe(200);
  isDown = true;
  // The burst of two lets the second pass to the function that fails; throttling asks nobody.
  expect((await gateway.get('/a', 'standard.one')).statusCode).toBe(502);
  expect((await gateway.get('/a', 'standard.one')).statusCode).toBe(429);
});

it('H03: the 10,001st client is counted for itself as well, and the first is still throttled', () => {
  const plans = [{ name: 'standard', ratePerSecond: 1, burst: 1 }];
  const admit = usageThrottle(
    plans,
    () => 'standard',
    () => 0,
  );
  for (let client = 0; client <= 10_000; client += 1) admit(`client ${client}`);
  for (const client of [0, 10_000]) expect(() => admit(`client ${client}`)).toThrow('Too Many Requests');
});
