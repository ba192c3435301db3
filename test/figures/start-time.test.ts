import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { processorSecondsOfTree } from '../support/processes/processor-seconds.ts';
import { networkTotal } from '../support/stack/network-total.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';

/** Promised of `npm start`, from the command until the stack answers, on two cores. */
const firstStartSeconds = 30;
const laterStartSeconds = 8;

let dataDirectory: string;
beforeAll(async () => {
  dataDirectory = await newDataDirectory();
  // Nothing is compiled yet on a machine that starts a stack for the first time.
  vi.stubEnv('NODE_COMPILE_CACHE', join(dataDirectory, 'compiled'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await removeDataDirectory(dataDirectory);
});

const startAndStop = async () => {
  const began = performance.now();
  const stack = await startStackProcess({ dataDirectory, sample: true });
  const seconds = (performance.now() - began) / 1_000;
  const processorSeconds = await processorSecondsOfTree(stack.process.pid ?? 0);
  expect(await networkTotal(stack)).toBeGreaterThan(0);
  await stack.stop();
  return { seconds, processorSeconds };
};

it(`the first start, with synthesis and sample, takes at most ${firstStartSeconds} seconds of a processor`, async () => {
  const start = await startAndStop();
  console.log('first start', start);
  // Not of a clock: the synthesis is most of it, and takes as long as others leave it to.
  expect(start.processorSeconds).toBeGreaterThan(0);
  expect(start.processorSeconds).toBeLessThan(firstStartSeconds);
});

it(`later starts take at most ${laterStartSeconds} seconds`, async () => {
  const starts = [await startAndStop(), await startAndStop(), await startAndStop()];
  console.log('later starts', starts);
  // The quickest has waited least for others.
  expect(Math.min(...starts.map(({ seconds }) => seconds))).toBeLessThan(laterStartSeconds);
});
