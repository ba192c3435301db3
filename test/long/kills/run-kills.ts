import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Acknowledged,
  examineCopy,
  lossesOf,
  nothingAcknowledged,
  sendUnanswered,
  writeUntilGone,
} from '../../support/stack/acknowledged-writes.ts';
import {
  type StackProcess,
  type StackProcessOptions,
  startStackProcess,
  untilPortalIsBuilt,
} from '../../support/stack/stack-process.ts';
import { httpTarget } from '../../support/targets/http-target.ts';

export interface KillSettings extends Pick<StackProcessOptions, 'assemblyOf'> {
  readonly times: number;
  readonly clients: number;
  readonly withinMilliseconds: number;
  /** Whether the last kill is an orderly stop instead. */
  readonly stopsLast?: boolean;
  readonly report: (line: string) => void;
}

/** Starts the stack, and measures the time until the first 200 response to a request that reads its database. */
const startTimed = async (dataDirectory: string, assemblyOf?: string) => {
  const began = performance.now();
  const stack = await startStackProcess({ dataDirectory, ...(assemblyOf && { assemblyOf }) });
  const path = '/bill-management-api/v1/biller-metadata/bill-types';
  const target = httpTarget(stack.url, stack.key);
  // On a busy machine, the database may time out at first. That lengthens the measured time, but is not a lost write.
  while ((await target.send({ path })).status !== 200) await delay(50);
  return { stack, milliseconds: performance.now() - began };
};

const killUnderLoad = async (
  stack: StackProcess,
  signal: NodeJS.Signals,
  settings: KillSettings,
  acknowledged: Acknowledged,
) => {
  const before = acknowledged.enquiries.size;
  const writing = writeUntilGone(stack, settings.clients, acknowledged);
  // Waits for at least one write, so that each kill could lose a write.
  while (acknowledged.enquiries.size === before) await delay(5);
  await delay(Math.random() * settings.withinMilliseconds);
  await stack.stop(signal);
  await writing;
};

export const runKills = async (settings: KillSettings) => {
  const { times, assemblyOf, stopsLast, report } = settings;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-kills-'));
  const dataDirectory = join(folder.path, 'data');
  const acknowledged = nothingAcknowledged();
  const restarts: number[] = [];
  let { stack } = await startTimed(dataDirectory, assemblyOf);
  // Otherwise each restart would begin to build it.
  await untilPortalIsBuilt(stack.url);
  try {
    for (let kill = 1; kill <= times; kill++) {
      const signal = stopsLast && kill === times ? 'SIGTERM' : 'SIGKILL';
      await killUnderLoad(stack, signal, settings, acknowledged);
      const restarted = await startTimed(dataDirectory);
      stack = restarted.stack;
      restarts.push(restarted.milliseconds);
      report(
        `${kill} of ${times}: ${acknowledged.enquiries.size} enquiries acknowledged, restarted in ${Math.round(restarted.milliseconds)} ms`,
      );
    }
    await sendUnanswered(stack, acknowledged);
    const losses = await lossesOf(dataDirectory, acknowledged);
    await stack.stop('SIGKILL');
    await examineCopy(dataDirectory, join(folder.path, 'copy'));
    return {
      ...losses,
      enquiries: acknowledged.enquiries.size,
      objects: acknowledged.objects.size,
      refusals: acknowledged.refusals,
      /** Times from each start after a kill to the first 200 response, in ascending order. */
      restartMilliseconds: restarts.sort((one, other) => one - other),
    };
  } finally {
    await stack.stop('SIGKILL');
  }
};
export type KillOutcome = Awaited<ReturnType<typeof runKills>>;
