import { expect, inject, it } from 'vitest';
import { runKills } from '../long/kills/run-kills.ts';
import { notAgain } from '../support/retries/retry.ts';

it(
  'G11 loses, alters and doubles nothing that was acknowledged if it is killed under load',
  notAgain,
  async () => {
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
    // A stack that is held up rejects requests for which it has no time.
    for (const each of outcome.refusals) expect(each).toMatch(/^503 /);
  },
);
