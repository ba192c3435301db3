import { describe, expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { readDeadLetters, readNextRun } from '../../../../infra/local/jobs/read-jobs.ts';
import { scheduleJobs, startSchedules } from '../../../../infra/local/jobs/schedules.ts';
import type { DeployedSchedule } from '../../../../infra/local/template/events.ts';
import { newDirectory } from '../new-directory.ts';
import { failed, startJobs, succeeded } from './jobs-under-test.ts';
import { manualClock } from './manual-clock.ts';

const start = '2026-11-21T00:00:00.000Z';
const minute = 60_000;
const day = 1_440 * minute;

const hourly: DeployedSchedule = {
  name: 'Hourly',
  everyMinutes: 60,
  functionName: 'Publisher',
  input: { reason: 'schedule' },
  maxAttempts: 3,
  maxAgeSeconds: 3_600,
  deadLetterQueue: 'Undelivered',
};

interface Settings {
  readonly directory?: string;
  readonly at?: string;
  readonly schedule?: DeployedSchedule;
  /** Outcomes of the first runs. Later runs succeed. */
  readonly outcomes?: readonly (Invocation | Promise<Invocation>)[];
}

const startSchedule = async ({ at = start, schedule = hourly, outcomes = [], ...given }: Settings = {}) => {
  const directory = given.directory ?? (await newDirectory());
  const clock = manualClock(at);
  const runs: string[] = [];
  const events: unknown[] = [];
  const started = startJobs(directory, {
    clock,
    sources: [scheduleJobs(schedule)],
    respond: (event) => {
      runs.push(new Date(clock.now()).toISOString());
      events.push(event);
      return outcomes[runs.length - 1] ?? succeeded;
    },
  });
  startSchedules(started.context, [schedule]);
  return { directory, clock, runs, events, close: started.close };
};

describe('a schedule', () => {
  it('runs with its input after each period', async () => {
    const { runs, events, clock, directory } = await startSchedule();
    await clock.pass(59 * minute);
    expect(runs).toEqual([]);
    await clock.pass(62 * minute);
    expect(runs).toEqual(['2026-11-21T01:00:00.000Z', '2026-11-21T02:00:00.000Z']);
    expect(events).toEqual([hourly.input, hourly.input]);
    expect(readNextRun(directory)).toEqual({
      everyMinutes: 60,
      nextRunAt: Date.parse('2026-11-21T03:00:00.000Z'),
    });
  });

  it('continues after a restart', async () => {
    const first = await startSchedule();
    await first.clock.pass(70 * minute);
    first.close();
    const { runs, clock } = await startSchedule({ ...first, at: '2026-11-21T01:30:00.000Z' });
    await clock.pass(29 * minute);
    expect(runs).toEqual([]);
    await clock.pass(minute);
    expect(runs).toEqual(['2026-11-21T02:00:00.000Z']);
  });

  it.each([
    ['it was due while the stack was stopped', 0, '2026-11-24T12:34:00.000Z'],
    ['a shutdown interrupted it', 60, '2026-11-21T01:00:05.000Z'],
  ])('runs once at the start if %s', async (_, minutes, at) => {
    const first = await startSchedule({ outcomes: [new Promise(() => {})] });
    await first.clock.pass(minutes * minute);
    first.close();
    const { runs, clock } = await startSchedule({ directory: first.directory, at });
    await clock.pass(59 * minute);
    expect(runs).toEqual([at]);
  });

  it('does not start another run while a run takes longer than the period', async () => {
    const run = Promise.withResolvers<Invocation>();
    const { runs, clock } = await startSchedule({ outcomes: [run.promise] });
    await clock.pass(300 * minute);
    expect(runs).toHaveLength(1);
    run.resolve(succeeded);
    await clock.pass(minute);
    expect(runs).toHaveLength(2);
  });

  it('is retried as its policy allows, and then becomes a dead letter', async () => {
    const outcomes: Invocation[] = [failed, { kind: 'timed-out' }, failed];
    const { runs, clock, directory } = await startSchedule({ outcomes });
    await clock.pass(121 * minute);
    expect(runs).toEqual([
      '2026-11-21T01:00:00.000Z',
      '2026-11-21T01:00:01.000Z',
      '2026-11-21T01:00:03.000Z',
      '2026-11-21T02:00:00.000Z',
    ]);
    expect(readDeadLetters(directory)).toMatchObject([
      {
        queue: 'Undelivered',
        at: '2026-11-21T01:00:03.000Z',
        source: { kind: 'schedule', name: 'Hourly' },
        functionName: 'Publisher',
        sent: { reason: 'schedule' },
        why: 'Busy: not now',
      },
    ]);
  });

  it('is not retried when it has exceeded its maximum age', async () => {
    const schedule = { ...hourly, maxAttempts: 101, maxAgeSeconds: 5 };
    const { runs, clock, directory } = await startSchedule({ schedule, outcomes: Array(10).fill(failed) });
    await clock.pass(61 * minute);
    // The runs take place after 0, 1, 3 and 7 s.
    expect(runs).toHaveLength(4);
    expect(readDeadLetters(directory)).toHaveLength(1);
  });

  it('leaves no dead letter if it has no queue', async () => {
    const { deadLetterQueue: _, ...schedule } = { ...hourly, maxAttempts: 1 };
    const { clock, directory } = await startSchedule({ schedule, outcomes: [failed] });
    await clock.pass(61 * minute);
    expect(readDeadLetters(directory)).toEqual([]);
  });

  it('runs once when the clock jumps ahead by days, and then again after its period (G18)', async () => {
    const { runs, clock } = await startSchedule();
    await clock.pass(0);
    clock.set(3 * day);
    await clock.pass(60 * minute);
    expect(runs).toEqual(['2026-11-24T00:00:30.000Z']);
    await clock.pass(minute);
    expect(runs).toHaveLength(2);
  });

  it('waits no longer than its period when the clock is set back by days (G18)', async () => {
    const { runs, clock } = await startSchedule();
    await clock.pass(0);
    clock.set(-3 * day);
    await clock.pass(61 * minute);
    expect(runs).toEqual(['2026-11-18T01:00:30.000Z']);
  });

  it('is removed when it is no longer deployed', async () => {
    const { directory, close } = await startSchedule();
    close();
    startSchedules(startJobs(directory, { clock: manualClock(start) }).context, []);
    expect(readNextRun(directory)).toBeUndefined();
  });
});
