import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { untilRefusalIsDue } from '../../../../functions/platform/authorising/even-refusal.ts';

const refusalMilliseconds = 20;

/** Milliseconds by which the wait ended after the refusal was due. */
const latenessOf = async (began: number): Promise<number> => {
  await untilRefusalIsDue(began);
  return performance.now() - (began + refusalMilliseconds);
};

describe('the wait for a refusal', () => {
  it('ends when 20 ms have passed since the request began, and not seconds later', async () => {
    const latenesses: number[] = [];
    for (let wait = 0; wait < 5; wait += 1) latenesses.push(await latenessOf(performance.now()));
    // The machine's other work can delay the end of any, but hardly of all.
    const least = Math.min(...latenesses);
    expect(least).toBeGreaterThanOrEqual(0);
    expect(least).toBeLessThan(2_000);
  });

  it('ends no fraction of a millisecond early, however long the look-up took', async () => {
    for (let elapsed = 18; elapsed < 20; elapsed += 0.1) {
      expect(await latenessOf(performance.now() - elapsed)).toBeGreaterThanOrEqual(0);
    }
  });

  it('leaves the processor to others', async () => {
    const before = performance.eventLoopUtilization();
    await untilRefusalIsDue(performance.now() + 180);
    // Of 200 ms; a loop that turns until it is due has no idle time at all.
    expect(performance.eventLoopUtilization(before).idle).toBeGreaterThan(50);
  });

  it('is over at once, within the same turn, where the look-up took longer', async () => {
    let hasTurned = false;
    const turn = setImmediate(() => {
      hasTurned = true;
    });
    await untilRefusalIsDue(performance.now() - refusalMilliseconds - 1);
    clearImmediate(turn);
    expect(hasTurned).toBe(false);
  });
});
