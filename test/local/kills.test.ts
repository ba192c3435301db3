import { expect, it } from 'vitest';
import { runKills } from '../long/kills/run-kills.ts';
import { sharedStack } from './running-stack.ts';

it('G11 a stack that is killed or stopped under load does not lose, alter or duplicate an acknowledged write', async () => {
  const outcome = await runKills({
    times: 3,
    stopsLast: true,
    clients: 4,
    withinMilliseconds: 400,
    assemblyOf: sharedStack.dataDirectory,
    report: () => {},
  });
  expect(outcome).toMatchObject({ lost: [], altered: [], doubled: [], lostObjects: [] });
  expect(outcome.enquiries).toBeGreaterThan(3);
  expect(outcome.objects).toBeGreaterThan(0);
  expect(outcome.restartMilliseconds).toHaveLength(3);
  // A busy stack rejects requests that it cannot handle in time.
  for (const each of outcome.refusals) expect(each).toMatch(/^503 /);
});
