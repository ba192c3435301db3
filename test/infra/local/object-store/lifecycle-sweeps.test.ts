import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startLifecycleSweeps } from '../../../../infra/local/object-store/lifecycle/lifecycle-sweeps.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

it('Sweeps come soon after the start and every hour, whatever became of the one before', async () => {
  const log: string[] = [];
  let count = 0;
  const sweeps = startLifecycleSweeps(
    async () => {
      count += 1;
      if (count === 2) throw new Error('the disk is full');
      return [{ expiredKeys: [`version ${count}`], abortedKeys: [`upload ${count}`] }];
    },
    (line) => log.push(line),
  );
  expect(log).toEqual([]);
  await minutes(1);
  await minutes(120);
  expect(log).toEqual([
    'lifecycle: "version 1" has expired',
    'lifecycle: an upload of "upload 1" was aborted',
    'lifecycle: the sweep failed: Error: the disk is full',
    'lifecycle: "version 3" has expired',
    'lifecycle: an upload of "upload 3" was aborted',
  ]);
  await sweeps.stop();
  await minutes(600);
  expect(count).toBe(3);
});

it('A sweep waits for the one before, and the end for the last', async () => {
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const sweeps = startLifecycleSweeps(
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return [];
    },
    () => undefined,
  );
  await minutes(61);
  expect([running, most, ends.length]).toEqual([1, 1, 1]);
  ends[0]?.();
  await minutes(0);
  expect([running, most, ends.length]).toEqual([1, 1, 2]);
  const stopped = sweeps.stop().then(() => running);
  ends[1]?.();
  expect(await stopped).toBe(0);
});
