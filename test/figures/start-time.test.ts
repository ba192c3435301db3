import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { processorSecondsOfTree } from '../support/processes/processor-seconds.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import { networkTotal } from '../support/stack/stack-stores.ts';

/** Promised of `npm start`, from the command until the stack answers, on two cores. */
const firstStartSeconds = 30;
const laterStartSeconds = 8;

const patience = { timeout: 300_000 };

const dataDirectories: string[] = [];
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const dataDirectory of dataDirectories) await removeDataDirectory(dataDirectory);
});

/** A machine that has started no stack before, and compiled nothing. */
const newMachine = async (): Promise<void> => {
  const dataDirectory = await newDataDirectory();
  dataDirectories.push(dataDirectory);
  vi.stubEnv('NODE_COMPILE_CACHE', join(dataDirectory, 'compiled'));
};

/** Starts a stack on the machine that is there. */
const startAndStop = async () => {
  const dataDirectory = dataDirectories.at(-1);
  if (dataDirectory === undefined) throw new Error('there is no machine');
  const began = performance.now();
  const stack = await startStackProcess({ dataDirectory, sample: true });
  onTestFinished(() => stack.stop('SIGKILL'));
  const seconds = (performance.now() - began) / 1_000;
  const processorSeconds = await processorSecondsOfTree(stack.process.pid ?? 0);
  expect(await networkTotal(stack)).toBeGreaterThan(0);
  await stack.stop();
  return { seconds, processorSeconds };
};

it(
  `the first start, with synthesis and sample, takes at most ${firstStartSeconds} seconds of a processor`,
  patience,
  async () => {
    await newMachine();
    const start = await startAndStop();
    console.log('first start', start);
    // Not of a clock: the synthesis is most of it, and takes as long as others leave it to.
    expect(start.processorSeconds).toBeGreaterThan(0);
    expect(start.processorSeconds).toBeLessThan(firstStartSeconds);
  },
);

it(`later starts take at most ${laterStartSeconds} seconds`, patience, async () => {
  let quickest = Number.POSITIVE_INFINITY;
  // Any may have waited for others, though hardly all of five.
  for (let starts = 0; starts < 5 && quickest >= laterStartSeconds; starts += 1) {
    const start = await startAndStop();
    console.log('later start', start);
    quickest = Math.min(quickest, start.seconds);
  }
  expect(quickest).toBeLessThan(laterStartSeconds);
});
