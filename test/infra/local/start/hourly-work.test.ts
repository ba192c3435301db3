import { expect, it, onTestFinished } from 'vitest';
import { startHourlyWork } from '../../../../infra/local/start/hourly-work.ts';
import { manualClock } from '../jobs/manual-clock.ts';

it('runs each task soon and then every hour, whatever becomes of the others', async () => {
  const clock = manualClock();
  const began = clock.now();
  const runs: number[] = [];
  const log: string[] = [];
  const tasks = [
    {
      name: 'broken',
      run: () => {
        throw new Error('no room');
      },
    },
    {
      name: 'clean-up',
      run: async () => {
        runs.push(clock.now() - began);
        return runs.length === 1 ? '2 deleted' : undefined;
      },
    },
  ];
  const work = startHourlyWork(tasks, (line) => log.push(line), clock);
  onTestFinished(work.close);

  await clock.pass(2 * 3_600_000);

  expect(runs).toEqual([10_000, 3_610_000]);
  expect(log).toEqual([
    'broken failed: Error: no room',
    'clean-up: 2 deleted',
    'broken failed: Error: no room',
  ]);
});
