import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stages } from '../../infra/stages/stages.ts';
import { quantile } from '../support/load/quantile.ts';
import { keptAssembly } from '../support/stack/kept-sample.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { removeDataDirectory, type StackProcess, startStackProcess } from '../support/stack/stack-process.ts';
import { type LoadedAnswer, steadyLoad } from './steady-load.ts';

const path = '/locations/v3/operational-capabilities';
const { standard } = stages.local.limits.operations.getOperationalCapabilities.perClient;
const { ratePerSecond: rate, burst } = standard ?? { ratePerSecond: 0, burst: 0 };

/** Maximum factor by which a flood may increase another client's p99. All processes share the machine. */
const maxTimesLonger = 5;
/** Milliseconds below which a p99 is only measurement noise. */
const noiseMilliseconds = 20;

let stack: StackProcess;
let quiet: string;
beforeAll(async () => {
  stack = await startStackProcess({ assemblyOf: await keptAssembly() });
  quiet = await issue('Quiet');
  await quietly(0.5);
});
afterAll(async () => {
  await stack.stop();
  await removeDataDirectory(stack.dataDirectory);
});

const issue = async (client: string): Promise<string> => {
  const options = ['--client', client, '--scope', 'locations-v3', '--data-dir', stack.dataDirectory];
  const { status, stdout, stderr } = await runWaypost(['keys', 'issue', ...options]);
  expect(status, stderr).toBe(0);
  return stdout.trim();
};

const load = (keyOf: (index: number) => string, perSecond: number, seconds: number) =>
  steadyLoad({ url: stack.url, path, keyOf, perSecond, seconds });

const p99Of = (answers: readonly LoadedAnswer[]): number =>
  quantile(
    answers.map(({ milliseconds }) => milliseconds),
    0.99,
  );

const countOf = (answers: readonly LoadedAnswer[], wanted: number): number =>
  answers.filter(({ status }) => status === wanted).length;

const quietly = (seconds: number) => load(() => quiet, 0.9 * rate, seconds);

/** Checks that a flood does not slow down the quiet client, and returns the responses to the flood. */
const expectUndisturbedBy = async (
  flood: () => Promise<LoadedAnswer[]>,
): Promise<readonly LoadedAnswer[]> => {
  const flooding: LoadedAnswer[] = [];
  let allowed = maxTimesLonger * noiseMilliseconds;
  let best = Number.POSITIVE_INFINITY;
  // The best round counts, because other load on the machine may delay any round.
  for (let round = 0; round < 3 && best > allowed; round += 1) {
    allowed = Math.max(allowed, maxTimesLonger * p99Of(await quietly(1)));
    const [answers, beside] = await Promise.all([flood(), quietly(1)]);
    expect(countOf(beside, 200)).toBe(beside.length);
    flooding.push(...answers);
    best = Math.min(best, p99Of(beside));
  }
  expect(best).toBeLessThanOrEqual(allowed);
  return flooding;
};

describe('a client that floods the stack', () => {
  it('H06 H01: at four times its rate is served at its rate, gets 429 beyond it, and recovers afterwards', async () => {
    const key = await issue('Four times');
    const seconds = 3;
    const began = performance.now();

    const answers = await load(() => key, 4 * rate, seconds);

    const took = (performance.now() - began) / 1_000;
    const [done, refused] = [countOf(answers, 200), answers.filter(({ status }) => status === 429)];
    expect(done + refused.length).toBe(answers.length);
    expect(done).toBeGreaterThanOrEqual(0.8 * rate * seconds);
    expect(done).toBeLessThanOrEqual(burst + rate * took + 1);
    expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ errors: [{ code: 'TOO_MANY_REQUESTS' }] });
    await expect
      .poll(async () => (await load(() => key, rate / 2, 0.2)).every(({ status }) => status === 200), {
        timeout: 5_000,
        interval: 100,
      })
      .toBe(true);
  });

  it('H01: over its rate does not slow down another client', async () => {
    const noisy = await issue('Noisy');
    const flood = await expectUndisturbedBy(() => load(() => noisy, 4 * rate, 1));
    expect(countOf(flood, 429)).toBeGreaterThan(0);
  });

  it('A22: with a thousand malformed keys does not slow down a client with a valid key', async () => {
    const keys = Array.from({ length: 1_000 }, () => `wp_live_${randomBytes(32).toString('hex')}`);
    const flood = await expectUndisturbedBy(() => load((index) => keys[index] ?? '', keys.length / 2, 1));
    expect(countOf(flood, 401)).toBe(flood.length);
  });
});
