import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limitedFunctionHost } from '../../infra/local/functions/limited-function-host.ts';
import {
  doubleFunctions,
  integrationOf,
  method,
  ok,
  restApi,
  startTestGateway,
} from '../infra/local/gateway/gateway-under-test.ts';
import { quantile, steadyLoad } from '../support/steady-load.ts';

const concurrency = 10;
const millisecondsEach = 200;
const capacityPerSecond = (concurrency * 1_000) / millisecondsEach;

it('H06: at four times what a function can do, it goes on doing it; the rest is refused at once, and nothing lasts', async () => {
  const { host } = doubleFunctions({
    work: async () => {
      await delay(millisecondsEach);
      return ok('{}');
    },
  });
  await using gateway = await startTestGateway({
    api: restApi([method('GET', '/work', integrationOf('work'))]),
    functions: limitedFunctionHost(host, [{ name: 'work', reservedConcurrency: concurrency }]),
  });
  const load = { url: gateway.url, path: '/work', keyOf: () => '' };
  const seconds = 2;

  const answers = await steadyLoad({ ...load, ratePerSecond: 4 * capacityPerSecond, seconds });

  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 500);
  expect(done.length + refused.length).toBe(answers.length);
  expect(done.length).toBeGreaterThanOrEqual(0.8 * capacityPerSecond * seconds);
  expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ errors: [{ code: 'INTERNAL_SERVER_ERROR' }] });
  expect(quantile(refused, 0.5)).toBeLessThan(quantile(done, 0.5));

  const after = await steadyLoad({ ...load, ratePerSecond: capacityPerSecond / 2, seconds: 1 });
  expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
});
