import { expect, inject, it } from 'vitest';
import { runKills } from '../long/kills/run-kills.ts';

// A stack that is held up refuses what it has no time for. What is lost is no question of time.
it('G11 nothing that was acknowledged is lost, altered or doubled by kills under load', {
  retry: { count: 2, condition: /^(refused|the first request after a start was answered)/ },
}, async () => {
  const outcome = await runKills({
    times: 3,
    clients: 4,
    withinMilliseconds: 400,
    assemblyOf: inject('sharedStack').dataDirectory,
    report: () => {},
  });
  expect(outcome).toMatchObject({ lost: [], altered: [], doubled: [], lostObjects: [] });
  expect(outcome.enquiries).toBeGreaterThan(3);
  expect(outcome.objects).toBeGreaterThan(0);
  expect(outcome.restartMilliseconds).toHaveLength(3);
  expect(outcome.refusals, 'refused').toEqual([]);
});
