import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type StackProcess,
  type StackProcessOptions,
  startStackProcess,
} from '../../support/stack/stack-process.ts';
import { httpTarget } from '../../support/targets/http-target.ts';
import { type Acknowledged, nothingAcknowledged } from '../../support/writes/acknowledged.ts';
import { examineCopy, type Losses, lossesOf } from '../../support/writes/kept.ts';
import { sendUnanswered, writeUntilGone } from '../../support/writes/write-load.ts';

export interface KillSettings extends Pick<StackProcessOptions, 'assemblyOf'> {
  readonly times: number;
  /** How many send enquiries at a time. */
  readonly clients: number;
  /** The longest that a stack is let write before it is killed. */
  readonly withinMilliseconds: number;
  readonly report: (line: string) => void;
}

export interface KillOutcome extends Losses {
  readonly enquiries: number;
  readonly objects: number;
  readonly refusals: readonly string[];
  /** From each start after a kill to its first 200, ascending. */
  readonly restartMilliseconds: readonly number[];
}

/** Starts the stack, and times it to its first 200 for a request that reads its database. */
const startTimed = async (dataDirectory: string, assemblyOf?: string) => {
  const began = performance.now();
  const stack = await startStackProcess({ dataDirectory, ...(assemblyOf && { assemblyOf }) });
  const path = '/bill-management-api/v1/biller-metadata/bill-types';
  const target = httpTarget(stack.url, stack.key);
  // A machine that is busy may not reach the database in time: that counts as time, and is no loss.
  while ((await target.send({ path })).status !== 200) await delay(50);
  return { stack, milliseconds: performance.now() - began };
};

const killUnderLoad = async (stack: StackProcess, settings: KillSettings, acknowledged: Acknowledged) => {
  const before = acknowledged.enquiries.size;
  const writing = writeUntilGone(stack, settings.clients, acknowledged);
  // One at least, so that no kill comes before there is anything to lose.
  while (acknowledged.enquiries.size === before) await delay(5);
  await delay(Math.random() * settings.withinMilliseconds);
  await stack.stop('SIGKILL');
  await writing;
};

/** Kills a stack as often as asked while it is written to, and says what it lost and how fast it was back. */
export const runKills = async (settings: KillSettings): Promise<KillOutcome> => {
  const { times, assemblyOf, report } = settings;
  const folder = await mkdtemp(join(tmpdir(), 'waypost-kills-'));
  const dataDirectory = join(folder, 'data');
  const acknowledged = nothingAcknowledged();
  const restarts: number[] = [];
  let { stack } = await startTimed(dataDirectory, assemblyOf);
  try {
    for (let kill = 1; kill <= times; kill++) {
      await killUnderLoad(stack, settings, acknowledged);
      const restarted = await startTimed(dataDirectory);
      stack = restarted.stack;
      restarts.push(restarted.milliseconds);
      report(
        `${kill} of ${times}: ${acknowledged.enquiries.size} enquiries acknowledged, back in ${Math.round(restarted.milliseconds)} ms`,
      );
    }
    await sendUnanswered(stack, acknowledged);
    const losses = await lossesOf(dataDirectory, acknowledged);
    await stack.stop('SIGKILL');
    await examineCopy(dataDirectory, join(folder, 'copy'));
    return {
      ...losses,
      enquiries: acknowledged.enquiries.size,
      objects: acknowledged.objects.size,
      refusals: acknowledged.refusals,
      restartMilliseconds: restarts.sort((one, other) => one - other),
    };
  } finally {
    await stack.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
};
