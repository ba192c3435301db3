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

interface JobSettings {
  readonly clock: Clock;
  readonly sources?: readonly JobSource[];
  /** Handles each invocation (default: succeeds). */
  readonly respond?: (event: unknown) => Invocation | Promise<Invocation>;
}

/** Opens the jobs of a data directory and starts a worker, as a start of the stack does. */
export const startJobs = (
  directory: string,
  { clock, sources = [], respond = () => succeeded }: JobSettings,
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
  startWorker(context, sources, { invoke: async (_functionName, event) => respond(event) });
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
    /** Stops the worker, but leaves the state open. */
    stopWorker: () => closing.abort(),
    close,
    /** Stops the worker, and leaves the stored state as if the process had been killed. */
    kill: () => {
      state.close();
      closing.abort();
    },
  };
};
