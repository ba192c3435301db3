import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { cachedKeys } from '../../../../shared/data-access/access/cached-keys.ts';
import type { ApiKey } from '../../../../shared/domain/access/api-key.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { storedKey } from '../../../support/key-operator.ts';

const good = storedKey('good');
const revoked = storedKey('good', { status: 'REVOKED' });

/** Caches keys from a store that responds with `respond`. Only tests move its clock. */
const startCache = () => {
  const clock = { seconds: 1_000 };
  const store: { respond: (keyId: string) => Promise<ApiKey | undefined> } = {
    respond: async (keyId) => (keyId === good.keyId ? good : undefined),
  };
  const find = vi.fn((keyId: string) => store.respond(keyId));
  const onFailure = vi.fn();
  const cache = cachedKeys({ find }, { now: () => clock.seconds * 1_000, onFailure, timeout: 30 });
  return { cache, clock, store, find, onFailure };
};

const down = async (): Promise<never> => {
  throw new StoreUnavailable('api keys: get');
};

const startOutage = async (respond: () => Promise<ApiKey | undefined> = down) => {
  const under = startCache();
  await under.cache.find('good');
  under.store.respond = respond;
  return under;
};

it('a programming error is rethrown', async () => {
  const { cache } = await startOutage(async () => {
    throw new TypeError('x is undefined');
  });
  await expect(cache.find('good')).rejects.toThrow(TypeError);
});

describe('while the store does not respond', () => {
  it('reports each failed read of a cached key', async () => {
    const { cache, onFailure } = await startOutage();
    await cache.find('good');
    await cache.find('other').catch(() => {});
    expect(onFailure.mock.calls).toEqual([[expect.any(StoreUnavailable)]]);
  });

  it('evicts a key 15 minutes after it was read', async () => {
    const { cache, clock } = await startOutage();
    for (let minute = 1; minute < 15; minute += 1) {
      clock.seconds += 60;
      expect(await cache.find('good')).toBe(good);
    }
    clock.seconds += 61;
    await expect(cache.find('good')).rejects.toThrow(StoreUnavailable);
  });
});

describe('a cached key', () => {
  it('is evicted when the store no longer has it', async () => {
    const { cache, store } = startCache();
    await cache.find('good');
    store.respond = async () => undefined;
    await cache.find('good');
    store.respond = down;
    await expect(cache.find('good')).rejects.toThrow(StoreUnavailable);
  });

  it('is evicted when the clock is set back, because its age is unknown', async () => {
    const { cache, clock } = await startOutage();
    clock.seconds -= 1;
    await expect(cache.find('good')).rejects.toThrow(StoreUnavailable);
  });
});

describe('when the store has recovered', () => {
  it('caches a response that arrives after the request has stopped waiting', async () => {
    const late = Promise.withResolvers<ApiKey>();
    const { cache, store } = await startOutage(() => late.promise);
    expect(await cache.find('good')).toBe(good);
    late.resolve(revoked);
    store.respond = down;
    expect(await cache.find('good')).toBe(revoked);
  });

  it.each([
    ['reports a read that fails after the request has stopped waiting', 0, 1],
    ['does not report a read that fails because the instance was frozen', 60, 0],
  ])('%s', async (_title, frozenSeconds, reports) => {
    const late = Promise.withResolvers<ApiKey>();
    const { cache, clock, onFailure } = await startOutage(() => late.promise);
    expect(await cache.find('good')).toBe(good);
    clock.seconds += frozenSeconds;
    late.reject(new StoreUnavailable('api keys: get'));
    await turnOfTheEventLoop();
    expect(onFailure).toHaveBeenCalledTimes(reports);
  });

  it('ignores a response that arrives after a newer one', async () => {
    const late = Promise.withResolvers<ApiKey>();
    const { cache, store, clock } = await startOutage(() => late.promise);
    expect(await cache.find('good')).toBe(good);
    clock.seconds += 1;
    store.respond = async () => revoked;
    expect(await cache.find('good')).toBe(revoked);
    late.resolve(good);
    await turnOfTheEventLoop();
    store.respond = down;
    expect(await cache.find('good')).toBe(revoked);
  });
});
