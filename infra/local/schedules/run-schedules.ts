import { type Clock, systemClock } from '../clock.ts';
import type { DeadLetters } from '../dead-letters/dead-letters.ts';
import { type DeliveryMeans, deliver } from '../dead-letters/delivery.ts';
import { type DurableState, openState } from '../files/durable-state.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import type { DeployedSchedule } from '../template/events.ts';
import {
  afterRun,
  type ScheduleStates,
  type ScheduleTimes,
  scheduleStates,
  takenAt,
} from './schedule-times.ts';

/** Longest time without a look at the clock, which may be set meanwhile, or stand still with a machine that sleeps. */
const longestSleepMilliseconds = 30_000;

const pauseMilliseconds = { first: 1_000, longest: 60_000 };

export interface ScheduleSettings {
  readonly schedules: readonly DeployedSchedule[];
  /** Where it is kept when they ran. */
  readonly file: string;
  readonly functions: Pick<FunctionHost, 'invoke'>;
  readonly deadLetters: DeadLetters;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

/** Work that goes on until it is closed. */
export interface RunningSchedules {
  /** Ends it. A run that is under way is not waited for; it counts as one that has not been. */
  close(): Promise<void>;
}

/** Keeps one schedule running. A run counts when it is over: one that was cut off by the stack's end is made again. */
const follow = async (
  schedule: DeployedSchedule,
  states: DurableState<ScheduleStates>,
  means: DeliveryMeans,
): Promise<void> => {
  const { name, everyMinutes, input, ...target } = schedule;
  const { clock, log, stop } = means;
  const keep = async (times: ScheduleTimes) => {
    const write = states.change({ ...states.current(), [name]: times });
    await write.catch((error: unknown) => log(`The times of schedule ${name} were not kept: ${error}`));
  };

  while (!stop.aborted) {
    const kept = states.current()[name];
    const times = takenAt(clock.now(), everyMinutes, kept);
    if (times.nextRunAt !== kept?.nextRunAt || everyMinutes !== kept.everyMinutes) await keep(times);
    const wait = Date.parse(times.nextRunAt) - clock.now();
    if (wait > 0) {
      await clock.sleep(Math.min(wait, longestSleepMilliseconds), stop);
      continue;
    }
    const began = clock.now();
    const source = { kind: 'schedule', name } as const;
    if (await deliver(means, { ...target, source, event: input, pauseMilliseconds }))
      await keep(afterRun(began, everyMinutes));
  }
};

/** Only the schedules of the deployment: what others did is forgotten with them. */
const withoutOthers = (states: ScheduleStates, schedules: readonly DeployedSchedule[]): ScheduleStates =>
  Object.fromEntries(
    schedules.flatMap(({ name }) => {
      const times = states[name];
      return times === undefined ? [] : [[name, times]];
    }),
  );

/**
 * Runs the schedules: each first after its period, or soon where it was due while nothing ran. Throws DamagedState or
 * UnreadableFile where what is kept of earlier runs cannot be read.
 */
export const startSchedules = async (settings: ScheduleSettings): Promise<RunningSchedules> => {
  const { schedules, file, functions, deadLetters, log, clock = systemClock } = settings;
  const states = await openState(file, scheduleStates, {});
  const enabled = schedules.filter((schedule) => schedule.enabled);
  const kept = withoutOthers(states.current(), enabled);
  if (Object.keys(kept).length < Object.keys(states.current()).length) await states.change(kept);

  const closing = new AbortController();
  const means = { functions, deadLetters, log, clock, stop: closing.signal };
  for (const schedule of enabled) void follow(schedule, states, means);
  return {
    close: async () => {
      closing.abort();
      await Promise.all([states.settled(), deadLetters.settled()]);
    },
  };
};
