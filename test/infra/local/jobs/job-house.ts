import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../infra/local/clock.ts';
import { dataFilesIn } from '../../../../infra/local/files/data-files.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { openJobs } from '../../../../infra/local/jobs/jobs.ts';
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
  const jobs = openJobs(state);
  const log: string[] = [];
  const functions = {
    invoke: async (functionName: string, event: unknown) => answer(event, functionName),
  };
  const worker = startWorker({ jobs, sources, functions, log: (line) => log.push(line), clock });
  const end = (isOrderly: boolean): void => {
    if (!state.database.isOpen) return;
    if (isOrderly) worker.close();
    state.close();
  };
  onTestFinished(() => end(true));
  return {
    state,
    jobs,
    log,
    send: queueSender(state, jobs, clock),
    close: () => end(true),
    /** Leaves everything as a kill of the process does. */
    kill: () => end(false),
  };
};
