import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refreshingCache, type Waits } from '../../../../shared/data-access/publishing/refreshing-cache.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';

const never = new Promise<never>(() => {});
const waits = { first: 60, newer: 30, max: 10_000 };

/** Creates a cache that loads its value with these functions in turn. The test moves its clock. */
const cacheWith = (waits: Waits, ...loads: (() => Promise<string>)[]) => {
  const clock = { seconds: 1_000 };
  const load = vi.fn(async (_previous: string | undefined) => {
    const next = loads.shift();
    return next ? next() : 'unexpected';
  });
  const onFailure = vi.fn();
  const cache = refreshingCache<string>({
    load,
    operation: 'loading',
    checkSeconds: 60,
    now: () => clock.seconds * 1_000,
    onFailure,
    waits,
  });
  return { cache, load, clock, onFailure };
};

const cacheOf = (...loads: (() => Promise<string>)[]) => cacheWith(waits, ...loads);

const gives = (value: string) => async () => value;
const fails = async () => {
  throw new Error('store down');
};

/** Returns the value if it is available without waiting, within one turn of the event loop. */
const valueAtOnce = async (cache: { get(): Promise<string> }): Promise<unknown> => {
  const onValue = vi.fn();
  void cache.get().then(onValue);
  await turnOfTheEventLoop();
  return onValue.mock.calls[0]?.[0];
};

describe('the first value', () => {
  it.each(['resolve', 'reject'] as const)(
    'is awaited up to a timeout, after which loading continues, and may %s unhandled',
    async (settle) => {
      const first = Promise.withResolvers<string>();
      const { cache, load } = cacheOf(() => first.promise, gives('first'));
      await expect(cache.get()).rejects.toThrow(StoreUnavailable);
      first[settle]('first');
      await turnOfTheEventLoop();
      expect(await cache.get()).toBe('first');
      expect(load).toHaveBeenCalledTimes(settle === 'resolve' ? 1 : 2);
    },
  );
});

describe('a value that is refreshed', () => {
  it('is awaited if a running check exceeds the grace period', async () => {
    const second = Promise.withResolvers<string>();
    const { cache, clock } = cacheOf(gives('first'), () => second.promise);
    await cache.get();
    clock.seconds += 60;
    expect(await cache.get()).toBe('first');
    clock.seconds += 5;
    const value = cache.get();
    second.resolve('second');
    expect(await value).toBe('second');
  });

  it('is awaited up to a timeout, once per check', async () => {
    const second = Promise.withResolvers<string>();
    const { cache, clock } = cacheOf(gives('first'), () => second.promise);
    await cache.get();
    clock.seconds += 65;
    expect(await cache.get()).toBe('first');
    expect(await valueAtOnce(cache)).toBe('first');
    second.resolve('second');
    await turnOfTheEventLoop();
    expect(await valueAtOnce(cache)).toBe('second');
  });
});

describe('a refresh on request', () => {
  it('checks immediately, once for concurrent requests', async () => {
    const { cache, load } = cacheOf(gives('first'), gives('second'));
    await cache.get();
    expect(await Promise.all([cache.refresh(), cache.refresh()])).toEqual(['second', 'second']);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('fails if the store does not respond, even if there is a value', async () => {
    const { cache } = cacheOf(gives('first'), fails, () => never);
    await cache.get();
    await expect(cache.refresh()).rejects.toThrow('store down');
    await expect(cache.refresh()).rejects.toThrow(StoreUnavailable);
    expect(await cache.get()).toBe('first');
  });
});

describe('a value whose check fails', () => {
  it('is not awaited until a check succeeds', async () => {
    const checks = Array.from({ length: 5 }, () => Promise.withResolvers<string>());
    const { cache, load, clock } = cacheOf(gives('first'), ...checks.map((check) => () => check.promise));
    await cache.get();
    clock.seconds += 60;
    for (const { reject } of checks) {
      expect(await valueAtOnce(cache)).toBe('first');
      reject(new Error('store down'));
      await turnOfTheEventLoop();
      clock.seconds += 65;
    }
    expect(load).toHaveBeenCalledTimes(6);
  });

  it('is awaited again after a successful check', async () => {
    const { cache, clock } = cacheOf(gives('first'), fails, gives('second'), gives('third'));
    await cache.get();
    clock.seconds += 65;
    await cache.get();
    clock.seconds += 65;
    expect(await valueAtOnce(cache)).toBe('first');
    expect(await valueAtOnce(cache)).toBe('second');
    clock.seconds += 65;
    expect(await cache.get()).toBe('third');
  });

  it.each([
    ['shortly before the failure', 0],
    ['but kept running for a while before the failure', 120],
  ])('is awaited again if the process was frozen during the failed check, %s', async (_when, runsOn) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const check = Promise.withResolvers<string>();
    const { cache, clock, onFailure } = cacheOf(gives('first'), () => check.promise, gives('second'));
    await cache.get();
    clock.seconds += 60;
    expect(await cache.get()).toBe('first');
    clock.seconds += 8;
    vi.advanceTimersByTime(runsOn);
    check.reject(new Error('timed out'));
    await turnOfTheEventLoop();
    expect(onFailure).not.toHaveBeenCalled();
    expect(await cache.get()).toBe('second');
  });
});

describe('a check that never ends', () => {
  it('times out, and is retried when the next one is due', async () => {
    const { cache, clock, onFailure } = cacheWith(
      { ...waits, max: 20 },
      gives('first'),
      () => never,
      gives('second'),
    );
    const failed = new Promise<unknown>((resolve) => onFailure.mockImplementation(resolve));
    await cache.get();
    clock.seconds += 60;
    await cache.get();
    expect(await failed).toBeInstanceOf(StoreUnavailable);
    clock.seconds += 60;
    await cache.get();
    await turnOfTheEventLoop();
    expect(cache.peek()).toBe('second');
  });

  it('is replaced after a freeze, and does not overwrite the newer value if it ends late', async () => {
    const slept = Promise.withResolvers<string>();
    const { cache, clock } = cacheOf(gives('first'), () => slept.promise, gives('third'));
    await cache.get();
    clock.seconds += 60;
    expect(await cache.get()).toBe('first');
    clock.seconds += 12;
    expect(await cache.get()).toBe('third');
    slept.resolve('second');
    await turnOfTheEventLoop();
    expect(await cache.get()).toBe('third');
  });
});
