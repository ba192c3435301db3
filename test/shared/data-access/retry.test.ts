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

describe('storeRetries', () => {
  it.each(['throttle', 'fault'] as const)(
    'makes four attempts if the store responds with a %s',
    async (failure) => {
      const { attempts, milliseconds } = await start().call(() => failure);
      expect(attempts).toBe(maxConnectedAttempts);
      expect(milliseconds).toBeLessThan(400);
    },
  );

  it('makes six attempts if connections are lost', async () => {
    const { attempts, milliseconds } = await start().call(() => 'reset');
    expect(attempts).toBe(maxAttempts);
    expect(milliseconds).toBeLessThan(600);
  });

  it('does not count a lost connection as one of the four attempts', async () => {
    const { attempts } = await start().call((attempt) => (attempt === 2 ? 'reset' : 'fault'));
    expect(attempts).toBe(maxConnectedAttempts + 1);
  });

  it('makes two attempts at a silent store within the deadline, in addition to other attempts', async () => {
    expect(await start().call(() => 'timeout')).toMatchObject({ attempts: 2 });
    const mixed = await start().call((attempt) => (attempt === 1 ? 'fault' : 'timeout'));
    expect(mixed.attempts).toBe(3);
    expect(mixed.milliseconds).toBeLessThan(2_300);
  });

  it('does not retry a rejected request', async () => {
    expect(await start().call(() => 'rejection')).toMatchObject({ attempts: 1 });
  });
});

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
