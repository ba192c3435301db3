import { readScheduleStates } from '../../../local/schedules/schedule-times.ts';
import type { NextRun } from '../operated-stack.ts';

/** The next run of the stack's schedules; undefined where it has none. Throws DamagedState, UnreadableFile. */
export const readNextRun = async (dataDirectory: string): Promise<NextRun | undefined> => {
  const schedules = Object.values(await readScheduleStates(dataDirectory));
  const [soonest] = schedules.sort((a, b) => Date.parse(a.nextRunAt) - Date.parse(b.nextRunAt));
  return soonest && { at: soonest.nextRunAt, period: soonest.everyMinutes * 60_000 };
};
