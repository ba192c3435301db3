import { expect, it } from 'vitest';
import { runKills } from '../long/kills/run-kills.ts';
import { newDataDirectory, removeDataDirectory } from '../support/stack/stack-process.ts';
import { nothingAcknowledged } from '../support/writes/acknowledged.ts';
import { lossesOf } from '../support/writes/kept.ts';
import { writeUntilGone } from '../support/writes/write-load.ts';
import { sharedStack, startOwnStack } from './running-stack.ts';

const noLoss = { lost: [], altered: [], doubled: [], lostObjects: [] };

it('G11 a stack that is killed under load does not lose, alter or duplicate an acknowledged write', async () => {
  const outcome = await runKills({
    times: 3,
    clients: 4,
    withinMilliseconds: 400,
    assemblyOf: sharedStack.dataDirectory,
    report: () => {},
  });
  expect(outcome).toMatchObject(noLoss);
  expect(outcome.enquiries).toBeGreaterThan(3);
  expect(outcome.objects).toBeGreaterThan(0);
  expect(outcome.restartMilliseconds).toHaveLength(3);
  // A busy stack rejects requests that it cannot handle in time.
  for (const each of outcome.refusals) expect(each).toMatch(/^503 /);
});

it('a stack that is stopped under load does not lose an acknowledged write', async () => {
  const dataDirectory = await newDataDirectory();
  const acknowledged = nothingAcknowledged();
  const stack = await startOwnStack(dataDirectory);
  const writing = writeUntilGone(stack, 4, acknowledged);
  await expect.poll(() => acknowledged.enquiries.size, { timeout: 60_000 }).toBeGreaterThan(50);
  await stack.stop('SIGTERM');
  await writing;
  const restarted = await startOwnStack(dataDirectory);
  expect(await lossesOf(dataDirectory, acknowledged)).toMatchObject(noLoss);
  await restarted.stop();
  await removeDataDirectory(dataDirectory);
});
