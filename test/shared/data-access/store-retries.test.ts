import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  mostAnsweredAttempts,
  mostAttempts,
  storeRetries,
} from '../../../shared/data-access/store-retries.ts';

const failures = {
  throttle: {
    errorType: 'THROTTLING',
    error: Object.assign(new Error('answered'), { $metadata: { httpStatusCode: 400 } }),
  },
  fault: {
    errorType: 'TRANSIENT',
    error: Object.assign(new Error('answered'), { $metadata: { httpStatusCode: 500 } }),
  },
  // As the SDK's HTTP handler names both.
  reset: {
    errorType: 'TRANSIENT',
    error: Object.assign(new Error('read ECONNRESET'), { name: 'TimeoutError', code: 'ECONNRESET' }),
  },
  timeout: {
    errorType: 'TRANSIENT',
    error: Object.assign(new Error('late'), { name: 'TimeoutError', code: 'ETIMEDOUT' }),
  },
  refusal: {
    errorType: 'CLIENT_ERROR',
    error: Object.assign(new Error('answered'), { $metadata: { httpStatusCode: 400 } }),
  },
} as const;
type Failure = keyof typeof failures;

/** A store each of whose calls fails as told; says how many attempts a call had, and how long it took. */
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

describe('a call while somebody waits', () => {
  it.each(['throttle', 'fault'] as const)(
    'has four attempts where the store answers with a %s',
    async (failure) => {
      const { attempts, milliseconds } = await start().call(() => failure);
      expect(attempts).toBe(mostAnsweredAttempts);
      expect(milliseconds).toBeLessThan(400);
    },
  );

  it('has six attempts where its connection is lost', async () => {
    const { attempts, milliseconds } = await start().call(() => 'reset');
    expect(attempts).toBe(mostAttempts);
    expect(milliseconds).toBeLessThan(600);
  });

  it('has four answered attempts among those whose connection was lost', async () => {
    const { attempts } = await start().call((attempt) => (attempt === 2 ? 'reset' : 'fault'));
    expect(attempts).toBe(mostAnsweredAttempts + 1);
  });

  it('asks a silent store twice, whatever came before, and is over within its time', async () => {
    expect(await start().call(() => 'timeout')).toMatchObject({ attempts: 2 });
    const mixed = await start().call((attempt) => (attempt === 1 ? 'fault' : 'timeout'));
    expect(mixed.attempts).toBe(3);
    expect(mixed.milliseconds).toBeLessThan(2_300);
  });

  it('is not repeated where the store refused it', async () => {
    expect(await start().call(() => 'refusal')).toMatchObject({ attempts: 1 });
  });

  it('waits as long as the store asks, unless its time would be over', async () => {
    // The hint is a moment, of which a test that is held up would find less time left.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { retries } = start();
    const inMilliseconds = (pause: number) => ({
      ...failures.throttle,
      retryAfterHint: new Date(Date.now() + pause),
    });
    const progress = await retries.acquireInitialRetryToken();
    const next = await retries.refreshRetryTokenForRetry(progress, inMilliseconds(900));
    expect(next.getRetryDelay()).toBe(900);
    await expect(retries.refreshRetryTokenForRetry(progress, inMilliseconds(5_000))).rejects.toThrow();
  });
});

describe('the budget of a client', () => {
  it('ends the repetitions of a store that goes on failing', async () => {
    const { call } = start();
    let attempts = 0;
    for (let index = 0; index < 100; index += 1) attempts += (await call(() => 'fault')).attempts;
    expect(attempts).toBe(150);
  });

  it('G07 lasts while three calls in ten fail: 99 in 100 succeed, in one and a half attempts each', async () => {
    const { call } = start();
    const calls = 20_000;
    const kinds = ['reset', 'fault', 'throttle'] as const;
    let attempts = 0;
    let succeeded = 0;
    for (let index = 0; index < calls; index += 1) {
      const outcome = await call(() =>
        Math.random() < 0.3 ? kinds[Math.floor(Math.random() * 3)] : undefined,
      );
      attempts += outcome.attempts;
      if (!('gaveUp' in outcome)) succeeded += 1;
    }
    expect(succeeded / calls).toBeGreaterThan(0.994);
    expect(attempts / calls).toBeLessThan(1.45);
  });
});
