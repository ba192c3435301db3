import { expect, it } from 'vitest';
import { everyHour } from '../../../../infra/local/start/background-work.ts';
import { manualClock } from '../jobs/manual-clock.ts';

it('runs each task shortly after the start and then hourly, even after a failure, until the stack stops', async () => {
  const clock = manualClock();
  const stopping = new AbortController();
  const lines: string[] = [];
  const runs: string[] = [];
  const running = everyHour({ clock, log: (line) => lines.push(line), stop: stopping.signal }, [
    async () => {
      runs.push('first');
      throw new Error('no connection');
    },
    () => runs.push('second'),
  ]);
  await clock.pass(9_999);
  expect(runs).toEqual([]);
  await clock.pass(1);
  expect(runs).toEqual(['first', 'second']);
  expect(lines).toEqual([expect.stringContaining('no connection')]);
  await clock.pass(3_600_000);
  expect(runs).toEqual(['first', 'second', 'first', 'second']);
  stopping.abort();
  await running;
  expect(runs).toHaveLength(4);
});
