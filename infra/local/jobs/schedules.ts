import * as z from 'zod';
import type { DeployedSchedule } from '../template/events.ts';
import type { JobContext, JobGroup } from './jobs.ts';
import type { JobSource } from './worker.ts';

/** Maximum pause between two checks. It is short, because the clock may be set or the machine may sleep. */
const maxPauseMilliseconds = 30_000;

/** Times of a schedule. `nextRunAt` is in epoch milliseconds. */
export const scheduleTimes = z.object({ everyMinutes: z.number(), nextRunAt: z.int() });

export const scheduleJobs = (schedule: DeployedSchedule): JobSource => ({
  ...schedule,
  kind: 'schedule',
  toEvent: ({ payload }) => payload,
});

/**
 * Adds a job whenever a schedule is due. A new schedule is due after one period. A schedule that was due while the
 * stack was stopped is due immediately. Runs do not overlap. Removes schedules that are no longer deployed.
 */
export const startSchedules = (context: JobContext, schedules: readonly DeployedSchedule[]): void => {
  const { state, jobs, log, clock, stop } = context;
  const { database, transaction } = state;

  /** Adds a job if the schedule is due. Returns the milliseconds until the next check. */
  const check = (schedule: DeployedSchedule): number => {
    const { name, everyMinutes, input } = schedule;
    const replace = database.prepare('INSERT OR REPLACE INTO schedules VALUES (?, ?, ?)');
    const keep = (nextRunAt: number) => replace.run(name, everyMinutes, nextRunAt);
    const now = clock.now();
    const period = everyMinutes * 60_000;
    const row = database.prepare('SELECT * FROM schedules WHERE name = ?').get(name);
    const kept = scheduleTimes.optional().parse(row);
    // At most one period from now, even if the clock has been set back or the period shortened since the last run.
    const nextRunAt = Math.min(kept?.nextRunAt ?? Infinity, now + period);
    if (nextRunAt > now) {
      if (kept?.nextRunAt !== nextRunAt || kept.everyMinutes !== everyMinutes) keep(nextRunAt);
      return nextRunAt - now;
    }
    if (jobs.has(groupOf(schedule))) return maxPauseMilliseconds;
    transaction(() => {
      jobs.add(groupOf(schedule), input, now);
      keep(now + period);
    });
    return period;
  };

  const run = async (): Promise<void> => {
    while (!stop.aborted) {
      let pause = maxPauseMilliseconds;
      for (const schedule of schedules) {
        try {
          pause = Math.min(pause, check(schedule));
        } catch (error) {
          log(`Schedule ${schedule.name} could not be checked: ${error}`);
        }
      }
      await clock.sleep(pause, stop);
    }
  };

  const names = JSON.stringify(schedules.map(({ name }) => name));
  database.prepare('DELETE FROM schedules WHERE name NOT IN (SELECT value FROM json_each(?))').run(names);
  void run();
};

const groupOf = ({ name }: DeployedSchedule): JobGroup => ({ kind: 'schedule', name, groupId: '' });
