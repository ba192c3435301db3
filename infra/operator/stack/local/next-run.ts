import { readNextRun } from '../../../local/jobs/read-jobs.ts';
import type { NextRun } from '../operated-stack.ts';

/** The next run of the stack's schedules; undefined if it has none. Throws DamagedState. */
export const nextRunOf = (dataDirectory: string): NextRun | undefined => {
  const soonest = readNextRun(dataDirectory);
  return soonest && { at: new Date(soonest.nextRunAt).toISOString(), period: soonest.everyMinutes * 60_000 };
};
