import { expect, it } from 'vitest';
import { startHost } from '../infra/local/functions/host-under-test.ts';
import { integrationOf, method, startTestGateway } from '../infra/local/gateway/gateway-under-test.ts';
import { median } from '../support/load/quantile.ts';
import { steadyLoad } from './steady-load.ts';

const concurrency = 10;
const millisecondsEach = 200;
const capacityPerSecond = (concurrency * 1_000) / millisecondsEach;

/** A handler that waits, and returns its execution time in milliseconds. */
const source = `
exports.work = async () => {
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, ${millisecondsEach}));
  return { statusCode: 200, headers: {}, body: String(performance.now() - began) };
};
`;

it('H06: at four times its capacity, a function keeps its throughput, rejects the excess immediately and recovers', async () => {
  await using host = await startHost(source, {}, concurrency);
  await using gateway = await startTestGateway([method('GET', '/work', integrationOf('work'))], { host });
  // The first request starts the worker thread.
  await gateway.send('GET /work');
  const load = { url: gateway.url, path: '/work', keyOf: () => '' };
  const began = performance.now();

  const answers = await steadyLoad({ ...load, perSecond: 4 * capacityPerSecond, seconds: 2 });

  const elapsed = performance.now() - began;
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 500);
  expect(done.length + refused.length).toBe(answers.length);
  expect(refused).not.toEqual([]);
  const milliseconds = done.reduce((sum, { body }) => sum + Number(body), 0);
  expect(milliseconds).toBeGreaterThanOrEqual(0.75 * concurrency * elapsed);
  expect(milliseconds).toBeLessThanOrEqual(concurrency * elapsed);
  expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ errors: [{ code: 'INTERNAL_SERVER_ERROR' }] });
  expect(median(refused.map((each) => each.milliseconds))).toBeLessThan(
    median(done.map((each) => each.milliseconds)),
  );

  const asMany = Array.from({ length: concurrency }, () => fetch(new URL('/work', gateway.url)));
  expect((await Promise.all(asMany)).map(({ status }) => status)).toEqual(asMany.map(() => 200));
});
