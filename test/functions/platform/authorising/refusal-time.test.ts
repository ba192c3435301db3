import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import { createKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { eventOf } from '../../../support/gateway/authoriser-under-test.ts';

const { token } = createKeyToken('live', randomBytes);

/** Rejects a key that the lookup does not find; returns the milliseconds that it took. */
const timeOfRefusal = async (lookup: () => Promise<void> = async () => {}): Promise<number> => {
  const find = async () => {
    await lookup();
    return undefined;
  };
  const startedAt = performance.now();
  await expect(authoriseApiKey({ find })(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
  return performance.now() - startedAt;
};

const busyFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('the rejection of a well-formed key (A12)', () => {
  it('takes 20 ms, and not seconds', async () => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) times.push(await timeOfRefusal());
    // Other work of the machine can delay any of them, but hardly all.
    expect(Math.min(...times)).toBeGreaterThanOrEqual(20);
    expect(Math.min(...times)).toBeLessThan(2_000);
  });

  it('never ends a fraction of a millisecond early, however long the lookup took', async () => {
    for (let lookup = 18; lookup < 20; lookup += 0.1) {
      expect(await timeOfRefusal(async () => busyFor(lookup))).toBeGreaterThanOrEqual(20);
    }
  });

  it('leaves the processor to others', async () => {
    const before = performance.eventLoopUtilization();
    for (let round = 0; round < 10; round += 1) await timeOfRefusal();
    // Of 200 ms; a loop that spins until the time is over has no idle time at all.
    expect(performance.eventLoopUtilization(before).idle).toBeGreaterThan(50);
  });

  it('comes in the same turn of the event loop if the lookup took longer', async () => {
    let hasTurned = false;
    let turn: NodeJS.Immediate | undefined;
    await timeOfRefusal(async () => {
      await delay(25);
      turn = setImmediate(() => {
        hasTurned = true;
      });
    });
    clearImmediate(turn);
    expect(hasTurned).toBe(false);
  });
});
