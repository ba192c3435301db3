import { LRUCache } from 'lru-cache';
import type { ApiKey, KeyLookup } from '../../domain/access/api-key.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { storeMilliseconds, withTimeout } from '../retry.ts';

/** Maximum number of cached keys, and the milliseconds for which each is kept. */
const maxKeys = 1_000;
const maxAge = 15 * 60_000;

/**
 * Milliseconds after which a request with a cached key uses the cached record. The function may then wait 2,300 ms for
 * its own stores, which must fit into the contract's 3 s. A late response is still cached.
 */
const defaultTimeout = 300;

/** A read that takes longer was interrupted by a freeze, and fails afterwards even if the store responds. */
const maxReadMilliseconds = 2 * storeMilliseconds;

export interface CachedKeysSettings {
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed read of a cached key, except reads that a freeze of the instance has interrupted. */
  readonly onFailure?: (error: unknown) => void;
  /** Milliseconds that a request with a cached key waits for the store. */
  readonly timeout?: number;
}

/** A stored record, and when the read that returned it started. */
interface CachedKey {
  readonly record: ApiKey;
  readonly start: number;
}

/**
 * Wraps a lookup so that keys keep working while their store does not respond. Otherwise, an outage of that store would
 * take down the locations services, which need no other. Whenever the store responds, its response takes effect, so a
 * revoked key is rejected without delay. The cache holds a key's record, never its secret, for 15 minutes after the
 * last read. During an outage, a key that was just revoked may work for as long, and a key that is not cached fails with
 * StoreUnavailable.
 */
export const cachedKeys = (
  keys: KeyLookup,
  { now, onFailure, timeout = defaultTimeout }: CachedKeysSettings,
): KeyLookup => {
  // System time, because a monotonic clock may stop while an instance is frozen, and keys would then live longer.
  const cache = new LRUCache<string, CachedKey>({
    max: maxKeys,
    ttl: maxAge,
    ttlResolution: 0,
    perf: { now },
  });

  /** Returns a cached key, unless the clock was set back since it was read, so that its age is unknown. */
  const cachedKey = (keyId: string): CachedKey | undefined => {
    const cached = cache.get(keyId);
    if (!cached || cached.start <= now()) return cached;
    cache.delete(keyId);
    return undefined;
  };

  /** Reads a key, and caches the result even if the caller has stopped waiting. */
  const read = async (keyId: string) => {
    const start = now();
    try {
      const record = await keys.find(keyId);
      const cached = cachedKey(keyId);
      const isLate = cached !== undefined && cached.start > start;
      if (record && !isLate) cache.set(keyId, { record, start }, { start });
      else if (!isLate) cache.delete(keyId);
      return { record };
    } catch (error) {
      const wasFrozen = now() - start > maxReadMilliseconds;
      if (error instanceof StoreUnavailable && !wasFrozen && cachedKey(keyId)) onFailure?.(error);
      throw error;
    }
  };

  return {
    async find(keyId) {
      const cached = cachedKey(keyId);
      const reading = read(keyId);
      if (!cached) return (await reading).record;
      try {
        const response = await withTimeout(timeout, reading);
        if (response) return response.record;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
      // A read that started later may have responded in the meantime.
      return (cachedKey(keyId) ?? cached).record;
    },
  };
};
