import { expect, it } from 'vitest';
import {
  describeRandomFailures,
  firstLoadsWhileStoresFail,
  readWhileStoresFail,
} from '../../support/faults/randomly-failing-stores.ts';
import { runClosedLoop } from '../../support/load/open-loop.ts';

it('G07 while three in ten store calls fail, 99 in 100 reads are answered well, in one and a half calls each', async () => {
  const result = await readWhileStoresFail((send) => runClosedLoop(600, 6, send));
  console.log(`G07: ${describeRandomFailures(result)}`);
  const { outcome, storeCalls, failedCalls } = result;
  expect(failedCalls / storeCalls).toBeGreaterThan(0.25);
  expect(outcome.failed / outcome.requests).toBeLessThanOrEqual(0.01);
  expect(storeCalls / outcome.requests).toBeLessThanOrEqual(1.5);
});

it('G07 while three in ten reads of the bucket fail, 98 in 100 instances have their catalogue with the first request', async () => {
  const { requests, failed } = await firstLoadsWhileStoresFail((send) => runClosedLoop(100, 3, send));
  console.log(
    `G07: ${requests - failed} of ${requests} first loads of the catalogue, of two reads each, went well`,
  );
  expect(failed / requests).toBeLessThanOrEqual(0.02);
});
