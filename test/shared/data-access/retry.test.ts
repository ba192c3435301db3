import { describe, expect, it } from 'vitest';
import { maxAttempts, storeRetries } from '../../../shared/data-access/retry.ts';

const failures = {
  throttle: { errorType: 'THROTTLING' },
  fault: { errorType: 'TRANSIENT' },
  timeout: { errorType: 'TRANSIENT' },
  rejection: { errorType: 'CLIENT_ERROR' },
} as const;
type Failure = keyof typeof failures;

/** Creates a function that calls a failing store and returns the number of attempts, and how long they took. */
const start = () => {
  let time = 1_000;
  const retries = storeRetries(() => time);
  return async (failWith: (attempt: number) => Failure | undefined) => {
    const begun = time;
    let progress = await retries.acquireInitialRetryToken();
    for (;;) {
      const attempts = progress.getRetryCount() + 1;
      const failure = failWith(attempts);
      if (failure === 'timeout') time += 1_000;
      try {
        if (failure === undefined) retries.recordSuccess();
        else progress = await retries.refreshRetryTokenForRetry(progress, failures[failure]);
      } catch {
        return { attempts, milliseconds: time - begun };
      }
      if (failure === undefined) return { attempts, milliseconds: time - begun };
      time += progress.getRetryDelay();
    }
  };
};

describe('storeRetries', () => {
  it.each<[string, (attempt: number) => Failure, number, number]>([
    ['a throttled request', () => 'throttle', maxAttempts, 700],
    ['a fault', () => 'fault', maxAttempts, 350],
    ['a silent store', () => 'timeout', 2, 2_300],
    ['a fault, and then a silent store', (attempt) => (attempt === 1 ? 'fault' : 'timeout'), 3, 2_300],
    ['a rejected request', () => 'rejection', 1, 1],
  ])('limits the attempts and their duration after %s', async (_what, failWith, expected, limit) => {
    const { attempts, milliseconds } = await start()(failWith);
    expect(attempts).toBe(expected);
    expect(milliseconds).toBeLessThan(limit);
  });

  it('allows a client 70 retries of a store that keeps failing, and one more after two successes', async () => {
    const call = start();
    const attemptsOf = async (count: number, failure?: Failure) => {
      let attempts = 0;
      for (let index = 0; index < count; index += 1) attempts += (await call(() => failure)).attempts;
      return attempts;
    };
    expect(await attemptsOf(100, 'fault')).toBe(170);
    await attemptsOf(10_000);
    expect(await attemptsOf(100, 'fault')).toBe(170);
    await attemptsOf(1);
    expect(await attemptsOf(1, 'fault')).toBe(1);
    await attemptsOf(1);
    expect(await attemptsOf(1, 'fault')).toBe(2);
  });
});
