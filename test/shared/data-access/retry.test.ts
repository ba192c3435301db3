import { describe, expect, it } from 'vitest';
import { maxAttempts, maxConnectedAttempts, storeRetries } from '../../../shared/data-access/retry.ts';

const failures = {
  throttle: {
    errorType: 'THROTTLING',
    error: Object.assign(new Error('responded'), { $metadata: { httpStatusCode: 400 } }),
  },
  fault: {
    errorType: 'TRANSIENT',
    error: Object.assign(new Error('responded'), { $metadata: { httpStatusCode: 500 } }),
  },
  // The SDK's HTTP handler names both of the next two errors TimeoutError.
  reset: {
    errorType: 'TRANSIENT',
    error: Object.assign(new Error('read ECONNRESET'), { name: 'TimeoutError', code: 'ECONNRESET' }),
  },
  timeout: {
    errorType: 'TRANSIENT',
    error: Object.assign(new Error('late'), { name: 'TimeoutError', code: 'ETIMEDOUT' }),
  },
  rejection: {
    errorType: 'CLIENT_ERROR',
    error: Object.assign(new Error('responded'), { $metadata: { httpStatusCode: 400 } }),
  },
} as const;
type Failure = keyof typeof failures;

/** Creates a function that calls a failing store and returns the number of attempts, and how long they took. */
const start = () => {
  let time = 1_000;
  const retries = storeRetries(() => time);
  const call = async (failWith: (attempt: number) => Failure | undefined) => {
    const begun = time;
    let progress = await retries.acquireInitialRetryToken();
    for (;;) {
      const failure = failWith(progress.getRetryCount() + 1);
      const attempts = progress.getRetryCount() + 1;
      if (failure === undefined) {
        retries.recordSuccess();
        return { attempts, milliseconds: time - begun };
      }
      if (failure === 'timeout') time += 1_000;
      try {
        progress = await retries.refreshRetryTokenForRetry(progress, failures[failure]);
      } catch {
        return { attempts, milliseconds: time - begun, gaveUp: true };
      }
      time += progress.getRetryDelay();
    }
  };
  return { call, retries };
};

it.each<[string, attempts: number, milliseconds: number, (attempt: number) => Failure]>([
  ['throttles', maxConnectedAttempts, 400, () => 'throttle'],
  ['fails', maxConnectedAttempts, 400, () => 'fault'],
  ['loses connections', maxAttempts, 600, () => 'reset'],
  ['fails, but once loses a connection', 5, 600, (attempt) => (attempt === 2 ? 'reset' : 'fault')],
  ['is silent', 2, 2_300, () => 'timeout'],
  ['fails once and is then silent', 3, 2_300, (attempt) => (attempt === 1 ? 'fault' : 'timeout')],
  ['rejects the request', 1, 1, () => 'rejection'],
])(
  'storeRetries if the store %s, makes %i attempts within %i ms',
  async (_what, attempts, maximum, failWith) => {
    const outcome = await start().call(failWith);
    expect(outcome.attempts).toBe(attempts);
    expect(outcome.milliseconds).toBeLessThan(maximum);
  },
);

describe('the retry budget of a client', () => {
  it('allows 50 retries of a store that keeps failing', async () => {
    const { call } = start();
    let attempts = 0;
    for (let index = 0; index < 100; index += 1) attempts += (await call(() => 'fault')).attempts;
    expect(attempts).toBe(150);
  });

  it('gains one retry from two successes, up to 50', async () => {
    const { call } = start();
    const attemptsOf = async (count: number, failure?: Failure) => {
      let attempts = 0;
      for (let index = 0; index < count; index += 1) attempts += (await call(() => failure)).attempts;
      return attempts;
    };
    await attemptsOf(10_000);
    expect(await attemptsOf(100, 'fault')).toBe(150);
    await attemptsOf(1);
    expect(await attemptsOf(1, 'fault')).toBe(1);
    await attemptsOf(1);
    expect(await attemptsOf(1, 'fault')).toBe(2);
  });
});
