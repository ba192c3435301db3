import { expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
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

const start = async (now: () => number, isDown = () => false) => {
  const { host, calls } = doubleFunctions({
    echo: (event) => (isDown() ? failed('no store') : echo(event)),
    authorise: ({ headers }): Invocation => {
      if (isDown()) return failed('no store');
      return result({
        principalId: 'client',
        policyDocument: { Statement: { Effect: 'Allow', Action: '*', Resource: '*' } },
        usageIdentifierKey: Object.entries(headers ?? {}).find(([name]) => name === 'AUTH-KEY')?.[1],
      });
    },
  });
  const guarded = { authoriser: authKey, apiKeyRequired: true };
  const gateway = await startTestGateway({
    api: restApi(
      [
        method('GET', '/a', integrationOf('echo'), guarded),
        method('GET', '/open', integrationOf('echo'), { authoriser: authKey }),
      ],
      { usagePlans: [{ name: 'waypost-local-standard', ratePerSecond: 1, burst: 2 }] },
    ),
    functions: host,
    planOf: (key) => (key.startsWith('standard.') ? 'standard' : undefined),
    now,
  });
  const get = (path: string, key: string) =>
    exchangeRaw(gateway.url, rawRequest(`GET ${path}`, [`AUTH-KEY: ${key}`]));
  return { ...gateway, calls, get };
};

it('beyond its plan a client gets 429 in shape with Retry-After, others nothing of it (H01)', async () => {
  let time = 0;
  await using gateway = await start(() => time);
  const statuses = async (key: string, count: number) => {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) all.push((await gateway.get('/a', key)).statusCode);
    return all;
  };
  expect(await statuses('standard.one', 3)).toEqual([200, 200, 429]);
  const throttled = await gateway.get('/a', 'standard.one');
  expect(errorCode(throttled)).toBe('TOO_MANY_REQUESTS');
  expect(throttled.headers.get('retry-after')).toBe('1');
  expect(await statuses('standard.two', 1)).toEqual([200]);
  time += 1_000;
  expect(await statuses('standard.one', 2)).toEqual([200, 429]);
});

it('a throttled request does not reach its function', async () => {
  await using gateway = await start(() => 0);
  for (let index = 0; index < 5; index += 1) await gateway.get('/a', 'standard.one');
  expect(gateway.calls.filter(({ functionName }) => functionName === 'echo')).toHaveLength(2);
});

it('a client without a plan is refused as an invalid key, where a plan is required (H04)', async () => {
  await using gateway = await start(() => 0);
  const answer = await gateway.get('/a', 'gold.one');
  expect([answer.statusCode, errorCode(answer)]).toEqual([403, 'CONSTRAINT_VIOLATION']);
  expect((await gateway.get('/open', 'gold.one')).statusCode).toBe(200);
});

it('H02: while every function and so every store is out of order, clients are throttled as ever', async () => {
  let isDown = false;
  await using gateway = await start(
    () => 0,
    () => isDown,
  );
  expect((await gateway.get('/a', 'standard.one')).statusCode).toBe(200);
  isDown = true;
  // The burst of two lets the second pass to the function that fails; throttling asks nobody.
  expect((await gateway.get('/a', 'standard.one')).statusCode).toBe(502);
  expect((await gateway.get('/a', 'standard.one')).statusCode).toBe(429);
});
