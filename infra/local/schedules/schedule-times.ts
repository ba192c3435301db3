import * as z from 'zod';
import { dataFilesIn } from '../files/data-files.ts';
import { readState } from '../files/durable-state.ts';

const minute = 60_000;

/** When a schedule ran, and runs next; times are ISO 8601, UTC. */
const scheduleTimes = z.object({
  everyMinutes: z.number().positive(),
  /** When the last run that came to an end began; absent before the first. */
  lastRunAt: z.iso.datetime().optional(),
  nextRunAt: z.iso.datetime(),
});
export type ScheduleTimes = z.infer<typeof scheduleTimes>;

/** The schedules of a data directory by name. */
export const scheduleStates = z.record(z.string(), scheduleTimes);
export type ScheduleStates = z.infer<typeof scheduleStates>;

/** What the schedules of a data directory did and do next; empty where none ever ran. Throws DamagedState, UnreadableFile. */
export const readScheduleStates = async (dataDirectory: string): Promise<ScheduleStates> =>
  (await readState(dataFilesIn(dataDirectory).schedulesFile, scheduleStates)) ?? {};

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The times of a schedule that waits a whole period from now on, as one does that is new. */
const waitingFrom = (now: number, everyMinutes: number, lastRunAt?: string): ScheduleTimes => ({
  everyMinutes,
  lastRunAt,
  nextRunAt: isoTime(now + everyMinutes * minute),
});

/** The times of a schedule after a run that began at `began`. */
export const afterRun = (began: number, everyMinutes: number): ScheduleTimes =>
  waitingFrom(began, everyMinutes, isoTime(began));

/**
 * The times as they are to be taken now. None lies further ahead than a period: what does was written before the clock
 * was set back, or before the template asked for shorter periods.
 */
export const takenAt = (
  now: number,
  everyMinutes: number,
  kept: ScheduleTimes | undefined,
): ScheduleTimes => {
  if (kept === undefined) return waitingFrom(now, everyMinutes);
  const tooFar = Date.parse(kept.nextRunAt) > now + everyMinutes * minute;
  return tooFar ? waitingFrom(now, everyMinutes, kept.lastRunAt) : { ...kept, everyMinutes };
};
