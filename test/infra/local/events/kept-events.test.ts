import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../../infra/local/clock.ts';
import { startEventEndpoint } from '../../../../infra/local/events/event-endpoint.ts';
import { enquiryRetentionDays, startEventSweeps } from '../../../../infra/local/events/event-sweeps.ts';
import { isEventBefore } from '../../../../infra/local/events/kept-events.ts';
import { lineWriter } from '../../../../infra/local/files/append-line.ts';

const moment = Date.parse('2026-03-01T00:00:00Z');
const at = (time: unknown, detail: unknown = {}) => JSON.stringify({ bus: 'b', event: { time, detail } });

const directoryUnderTest = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-kept-events-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return { directory, file: join(directory, 'events.ndjson') };
};

it('an event is old by its own time, and a line that cannot be read by none', () => {
  const isOld = isEventBefore(moment);
  expect(isOld(at('2026-02-28T23:59:59Z'))).toBe(true);
  expect(isOld(`${at('2026-02-28T23:59:59Z')}\n`)).toBe(true);
  expect(isOld(at('2026-03-01T00:00:00Z'))).toBe(false);
  for (const line of ['', '{"bus":"b","event":{"time":"2020', at('yesterday'), at(1), '{}', 'null'])
    expect(isOld(line)).toBe(false);
});

it('old lines are dropped from a file, and the others stay byte for byte', async () => {
  const { directory, file } = await directoryUnderTest();
  const damaged = Buffer.from([0x7b, 0xff, 0xfe, 0x0d, 0x41, 0x0a, 0x0a]);
  const kept = Buffer.concat([damaged, Buffer.from(`${at('2026-03-02T00:00:00Z', 'Zoë 🏤')}\n{"cut off`)]);
  // Longer than a piece that is read at a time.
  const old = Buffer.from(`${at('2026-02-01T00:00:00Z', 'é'.repeat(100_000))}\n`);
  await writeFile(file, Buffer.concat([old, kept.subarray(0, 7), old, kept.subarray(7)]));
  await writeFile(`${file}.unfinished`, 'of a process that was killed');

  const lines = lineWriter(file);
  expect(await lines.drop(isEventBefore(moment))).toBe(2);
  expect(await readFile(file)).toEqual(kept);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).toEqual(['events.ndjson']);

  // Where nothing is old the file is not written anew.
  const { ino } = await stat(file);
  expect(await lines.drop(isEventBefore(moment))).toBe(0);
  expect((await stat(file)).ino).toBe(ino);
});

it('no line is lost that is written while others are dropped', async () => {
  const { file } = await directoryUnderTest();
  await appendFile(file, `${at('2026-02-01T00:00:00Z')}\n`.repeat(1_000));
  const lines = lineWriter(file);
  const written = ['first', 'second', 'third'];
  const [, dropped] = await Promise.all([
    lines.append('first'),
    lines.drop(isEventBefore(moment)),
    lines.append('second'),
    lines.drop(isEventBefore(moment)),
    lines.append('third'),
  ]);
  expect(dropped).toBe(1_000);
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(written);
});

it('a file that is not there has nothing old', async () => {
  const { directory, file } = await directoryUnderTest();
  expect(await lineWriter(file).drop(() => true)).toBe(0);
  expect(await readdir(directory)).toEqual([]);
});

/** A clock that stands until it is woken from each sleep. */
const steppedClock = (start: number) => {
  let now = start;
  let wake = () => {};
  const slept: number[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        slept.push(milliseconds);
        wake = () => {
          now += milliseconds;
          resolve();
        };
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  return { clock, slept, wake: () => wake() };
};

it('events are kept as long as the enquiries, and deleted soon after the start or within an hour', async () => {
  const { file } = await directoryUnderTest();
  await writeFile(
    file,
    ['2026-01-30T00:00:00Z', '2026-01-30T00:30:00Z', '2026-03-01T00:00:00Z']
      .map((time) => `${at(time)}\n`)
      .join(''),
  );
  const times = async () =>
    [...(await readFile(file, 'utf8')).matchAll(/"time":"(.{10})/g)].map(([, day]) => day);
  const events = await startEventEndpoint({
    buses: [],
    file,
    credentials: { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' },
    log: () => {},
  });
  onTestFinished(() => events.close());
  const { clock, slept, wake } = steppedClock(moment);
  const told: string[] = [];
  const sweeps = startEventSweeps({ events, keptDays: 30, log: (line) => told.push(line), clock });
  onTestFinished(() => sweeps.close());

  wake();
  await expect.poll(() => slept.length).toBe(2);
  expect(await times()).toEqual(['2026-01-30', '2026-03-01']);
  wake();
  await expect.poll(() => slept.length).toBe(3);
  expect(await times()).toEqual(['2026-03-01']);
  expect(slept).toEqual([10_000, 3_600_000, 3_600_000]);
  expect(told).toEqual(Array.from({ length: 2 }, () => 'events: 1 of more than 30 days ago were deleted'));
});

it('a sweep that fails is told, and is followed by another', async () => {
  const { clock, slept, wake } = steppedClock(moment);
  const told: string[] = [];
  const events = { dropBefore: () => Promise.reject(new Error('no space left on device')) };
  const sweeps = startEventSweeps({ events, keptDays: 30, log: (line) => told.push(line), clock });
  onTestFinished(() => sweeps.close());
  wake();
  await expect.poll(() => slept.length).toBe(2);
  expect(told).toEqual(['events: old ones were not deleted: Error: no space left on device']);
});

it('the functions that take enquiries say how long they are kept', () => {
  const others = { environment: {} };
  const taking = { environment: { ENQUIRY_RETENTION_DAYS: '30' } };
  expect(enquiryRetentionDays([others, taking])).toBe(30);
  expect(enquiryRetentionDays([])).toBeUndefined();
});
