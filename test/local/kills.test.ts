import { expect, inject, it } from 'vitest';
import { runKills } from '../long/kills/run-kills.ts';

it('G11 nothing that was acknowledged is lost, altered or doubled by kills under load', async () => {
  const outcome = await runKills({
    times: 3,
    clients: 4,
    withinMilliseconds: 400,
    assemblyOf: inject('sharedStack').dataDirectory,
    report: () => {},
  });
  expect(outcome).toMatchObject({ lost: [], altered: [], doubled: [], lostObjects: [], refusals: [] });
  expect(outcome.enquiries).toBeGreaterThan(3);
  expect(outcome.objects).toBeGreaterThan(0);
  expect(outcome.restartMilliseconds).toHaveLength(3);
});
