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
import { median } from '../support/load/quantile.ts';
import { steadyLoad } from '../support/load/steady-load.ts';

const concurrency = 10;
const millisecondsEach = 200;
const capacityPerSecond = (concurrency * 1_000) / millisecondsEach;

/**
 * Work that takes its time and counts it, in milliseconds of one execution. A machine that stands still for a while
 * lets all of it take longer, and that is counted too: what could have been done in that time says nothing.
 */
const countedWork = () => {
  let milliseconds = 0;
  return {
    milliseconds: () => milliseconds,
    work: async () => {
      const began = performance.now();
      await delay(millisecondsEach);
      milliseconds += performance.now() - began;
      return ok('{}');
    },
  };
};

// A machine that is busy with others may be late with both the load and the answers.
it('H06: at four times what a function can do, it goes on doing it; the rest is refused at once, and nothing lasts', {
  retry: 2,
}, async () => {
  const counted = countedWork();
  const { host } = doubleFunctions({ work: counted.work });
  await using gateway = await startTestGateway({
    api: restApi([method('GET', '/work', integrationOf('work'))]),
    functions: limitedFunctionHost(host, [{ name: 'work', reservedConcurrency: concurrency }]),
  });
  const load = { url: gateway.url, path: '/work', keyOf: () => '' };
  const began = performance.now();

  const answers = await steadyLoad({ ...load, perSecond: 4 * capacityPerSecond, seconds: 2 });

  const passed = performance.now() - began;
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 500);
  expect(done.length + refused.length).toBe(answers.length);
  expect(refused).not.toEqual([]);
  expect(counted.milliseconds()).toBeGreaterThanOrEqual(0.75 * concurrency * passed);
  expect(counted.milliseconds()).toBeLessThanOrEqual(concurrency * passed);
  expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ errors: [{ code: 'INTERNAL_SERVER_ERROR' }] });
  expect(median(refused.map(({ milliseconds }) => milliseconds))).toBeLessThan(
    median(done.map(({ milliseconds }) => milliseconds)),
  );

  const asMany = Array.from({ length: concurrency }, () => fetch(new URL('/work', gateway.url)));
  expect((await Promise.all(asMany)).map(({ status }) => status)).toEqual(asMany.map(() => 200));
});
