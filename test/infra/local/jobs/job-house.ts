import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../infra/local/clock.ts';
import { dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { type JobContext, openJobs } from '../../../../infra/local/jobs/jobs.ts';
import { queueSender } from '../../../../infra/local/jobs/queues.ts';
import { type JobSource, startWorker } from '../../../../infra/local/jobs/worker.ts';
import { openState } from '../../../../infra/local/state.ts';

export const succeeded: Invocation = { kind: 'result', payload: null };
export const failed: Invocation = { kind: 'failed', errorType: 'Busy', errorMessage: 'not now' };

type Answer = (event: unknown, functionName: string) => Invocation | Promise<Invocation>;

/** A data directory of one test. */
export const newDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-jobs-'));
  onTestFinished(() => rm(directory, { recursive: true, maxRetries: 5 }));
  return directory;
};

export interface HouseSettings {
  readonly clock: Clock;
  readonly sources?: readonly JobSource[];
  readonly answer?: Answer;
}

/** Opens the jobs of a data directory and starts a worker, as a start of the stack does. */
export const startHouse = (
  directory: string,
  { clock, sources = [], answer = () => succeeded }: HouseSettings,
) => {
  const state = openState(dataFilesIn(directory).stateFile);
  const lines: string[] = [];
  const closing = new AbortController();
  const context: JobContext = {
    state,
    jobs: openJobs(state),
    clock,
    log: (line) => lines.push(line),
    stop: closing.signal,
  };
  startWorker(context, sources, {
    invoke: async (functionName: string, event: unknown) => answer(event, functionName),
  });
  const close = (): void => {
    if (!state.database.isOpen) return;
    closing.abort();
    state.close();
  };
  onTestFinished(close);
  return {
    ...context,
    context,
    lines,
    send: queueSender(context),
    close,
    /** Leaves everything as a kill of the process does. */
    kill: () => {
      state.close();
      closing.abort();
    },
  };
};
