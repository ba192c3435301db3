import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deadLettersIn, readDeadLetters } from '../../../../infra/local/dead-letters/dead-letters.ts';
import { dataFilesIn } from '../../../../infra/local/files/data-files.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { startSchedules } from '../../../../infra/local/schedules/run-schedules.ts';
import { readScheduleStates } from '../../../../infra/local/schedules/schedule-times.ts';
import type { DeployedSchedule } from '../../../../infra/local/template/events.ts';
import { handClock } from './hand-clock.ts';

const start = '2026-11-21T00:00:00.000Z';
const minute = 60_000;
const day = 1_440 * minute;

const hourly: DeployedSchedule = {
  name: 'Hourly',
  enabled: true,
  everyMinutes: 60,
  functionName: 'Publisher',
  input: { reason: 'schedule' },
  retryAttempts: 2,
  maximumAgeSeconds: 3_600,
  deadLetterQueue: 'Undelivered',
};

const succeeded: Invocation = { kind: 'result', payload: {} };
const failed: Invocation = { kind: 'failed', errorType: 'StoreUnavailable', errorMessage: 'no answer' };

const dataDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-schedules-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
};

/** Runs schedules on a clock of their own; `outcomes` are those of the first invocations, all others succeed. */
const running = async ({
  directory,
  schedules = [hourly],
  clock = handClock(start),
  outcomes = [],
}: {
  readonly directory: string;
  readonly schedules?: readonly DeployedSchedule[];
  readonly clock?: ReturnType<typeof handClock>;
  readonly outcomes?: readonly (Invocation | Promise<Invocation>)[];
}) => {
  const runs: { readonly at: string; readonly event: unknown; readonly functionName: string }[] = [];
  const { schedulesFile, deadLettersFile } = dataFilesIn(directory);
  const { close } = await startSchedules({
    schedules,
    file: schedulesFile,
    functions: {
      invoke: async (functionName, event) => {
        runs.push({ at: new Date(clock.now()).toISOString(), event, functionName });
        return outcomes[runs.length - 1] ?? succeeded;
      },
    },
    deadLetters: deadLettersIn(deadLettersFile),
    log: () => {},
    clock,
  });
  onTestFinished(close);
  return { runs, clock, close };
};

describe('a schedule', () => {
  it('first runs after its period, with its input, and then again and again', async () => {
    const directory = await dataDirectory();
    const { runs, clock } = await running({ directory });
    await clock.pass(59 * minute);
    expect(runs).toEqual([]);

    await clock.pass(62 * minute);

    const run = { event: { reason: 'schedule' }, functionName: 'Publisher' };
    expect(runs).toEqual([
      { ...run, at: '2026-11-21T01:00:00.000Z' },
      { ...run, at: '2026-11-21T02:00:00.000Z' },
    ]);
    expect(await readScheduleStates(directory)).toEqual({
      Hourly: {
        everyMinutes: 60,
        lastRunAt: '2026-11-21T02:00:00.000Z',
        nextRunAt: '2026-11-21T03:00:00.000Z',
      },
    });
  });

  it('looks at the clock every half minute', async () => {
    const { clock } = await running({ directory: await dataDirectory() });
    expect(await clock.asleep()).toBe(30_000);
  });

  it('goes on after a restart where it stood: nothing is forgotten and nothing repeated', async () => {
    const directory = await dataDirectory();
    const first = await running({ directory });
    await first.clock.pass(70 * minute);
    await first.close();

    const second = await running({ directory, clock: handClock('2026-11-21T01:30:00.000Z') });
    await second.clock.pass(29 * minute);
    expect(second.runs).toEqual([]);
    await second.clock.pass(minute);
    expect(second.runs).toMatchObject([{ at: '2026-11-21T02:00:00.000Z' }]);
  });

  it('that was due while nothing ran runs at the start, once however long ago that was', async () => {
    const directory = await dataDirectory();
    const first = await running({ directory });
    await first.clock.asleep();
    await first.close();

    const second = await running({ directory, clock: handClock('2026-11-24T12:34:00.000Z') });
    await second.clock.asleep();
    expect(second.runs).toMatchObject([{ at: '2026-11-24T12:34:00.000Z' }]);
    await second.clock.pass(59 * minute);
    expect(second.runs).toHaveLength(1);
  });

  it('whose run the end of the stack cut off runs again at the next start', async () => {
    const directory = await dataDirectory();
    const first = await running({ directory, outcomes: [new Promise<Invocation>(() => {})] });
    void first.clock.pass(60 * minute);
    await expect.poll(() => first.runs).toHaveLength(1);
    await first.close();

    const second = await running({ directory, clock: handClock('2026-11-21T01:00:05.000Z') });
    await second.clock.asleep();
    expect(second.runs).toMatchObject([{ at: '2026-11-21T01:00:05.000Z' }]);
  });

  it('that fails is repeated with growing pauses as often as its policy says, and then a dead letter', async () => {
    const directory = await dataDirectory();
    const { runs, clock } = await running({ directory, outcomes: [failed, { kind: 'timed-out' }, failed] });

    await clock.pass(61 * minute);

    expect(runs.map(({ at }) => at)).toEqual([
      '2026-11-21T01:00:00.000Z',
      '2026-11-21T01:00:01.000Z',
      '2026-11-21T01:00:03.000Z',
    ]);
    expect(await readDeadLetters(directory)).toEqual([
      {
        queue: 'Undelivered',
        at: '2026-11-21T01:00:03.000Z',
        source: { kind: 'schedule', name: 'Hourly' },
        functionName: 'Publisher',
        sent: { reason: 'schedule' },
        why: 'StoreUnavailable: no answer',
      },
    ]);
    await clock.pass(60 * minute);
    expect(runs.at(-1)).toMatchObject({ at: '2026-11-21T02:00:00.000Z' });
  });

  it('that succeeds when repeated leaves no dead letter', async () => {
    const directory = await dataDirectory();
    const { runs, clock } = await running({ directory, outcomes: [failed, failed] });
    await clock.pass(61 * minute);
    expect(runs).toHaveLength(3);
    expect(await readDeadLetters(directory)).toEqual([]);
  });

  it('is not repeated any more when its time is over', async () => {
    const directory = await dataDirectory();
    const impatient = { ...hourly, retryAttempts: 100, maximumAgeSeconds: 5 };
    const outcomes = Array.from({ length: 10 }, () => failed);
    const { runs, clock } = await running({ directory, schedules: [impatient], outcomes });
    await clock.pass(61 * minute);
    // After 0, 1, 3 and 7 s.
    expect(runs).toHaveLength(4);
    expect(await readDeadLetters(directory)).toHaveLength(1);
  });

  it('runs once when the clock jumps days ahead, and then after its period (G18)', async () => {
    const { runs, clock } = await running({ directory: await dataDirectory() });
    await clock.asleep();
    await clock.move(3 * day);
    expect(runs).toMatchObject([{ at: '2026-11-24T00:00:00.000Z' }]);
    await clock.pass(60 * minute);
    expect(runs.slice(1)).toMatchObject([{ at: '2026-11-24T01:00:00.000Z' }]);
  });

  it('does not wait for days when the clock is set back by days, but for its period (G18)', async () => {
    const { runs, clock } = await running({ directory: await dataDirectory() });
    await clock.asleep();
    await clock.move(-3 * day);
    expect(runs).toEqual([]);
    await clock.pass(60 * minute);
    expect(runs).toMatchObject([{ at: '2026-11-18T01:00:00.000Z' }]);
  });

  it('runs sooner when the template asks for shorter periods than before', async () => {
    const directory = await dataDirectory();
    const first = await running({ directory, schedules: [{ ...hourly, everyMinutes: 1_440 }] });
    await first.clock.asleep();
    await first.close();

    const { runs, clock } = await running({ directory });
    await clock.pass(61 * minute);
    expect(runs).toHaveLength(1);
  });
});

it('schedules that are disabled do not run, and those of another deployment are forgotten', async () => {
  const directory = await dataDirectory();
  const first = await running({ directory });
  await first.clock.asleep();
  await first.close();

  await running({ directory, schedules: [{ ...hourly, enabled: false }] });
  expect(await readScheduleStates(directory)).toEqual({});
});

it('a deployment without schedules leaves no file', async () => {
  const directory = await dataDirectory();
  await running({ directory, schedules: [] });
  expect(await readdir(directory)).toEqual([]);
});

it('a damaged file of times is an error that names it', async () => {
  const directory = await dataDirectory();
  const { schedulesFile } = dataFilesIn(directory);
  await writeFile(schedulesFile, '{"Hourly":');
  await expect(running({ directory })).rejects.toThrow(schedulesFile);
});
