import { expect, it } from 'vitest';
import { describeRandomFailures, readWhileStoresFail } from '../../support/faults/randomly-failing-stores.ts';
import { runClosedLoop } from '../../support/load/open-loop.ts';

it('G07 99 % of reads succeed, with at most 1.5 store calls on average, while 30 % of the calls fail', async () => {
  const result = await readWhileStoresFail((send) => runClosedLoop(600, 6, send));
  console.log(`G07: ${describeRandomFailures(result)}`);
  const { outcome, storeCalls, failedCalls } = result;
  expect(failedCalls / storeCalls).toBeGreaterThan(0.25);
  expect(outcome.failed / outcome.requests).toBeLessThanOrEqual(0.01);
  expect(storeCalls / outcome.requests).toBeLessThanOrEqual(1.5);
});

it('G07 98 % of instances load the catalogue on the first request while 30 % of bucket reads fail', async () => {
  // On average 0.7 % fail, so that 2 % of 600 are practically never reached by chance.
  const { outcome } = await readWhileStoresFail((send) => runClosedLoop(600, 6, send), 'first loads');
  const { requests, failed } = outcome;
  console.log(`G07: ${requests - failed} of ${requests} first loads of the catalogue succeeded`);
  expect(failed / requests).toBeLessThanOrEqual(0.02);
});
