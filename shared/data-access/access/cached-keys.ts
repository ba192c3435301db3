import { LRUCache } from 'lru-cache';
import type { ApiKey, KeyLookup } from '../../domain/access/api-key.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { startFreezeDetector } from '../freeze-detector.ts';
import { withTimeout } from '../retry.ts';

/** Maximum number of cached keys, and the milliseconds for which each is kept. */
const maxKeys = 1_000;
const maxAge = 15 * 60_000;

/** Milliseconds from the start of a failed read for which a store counts as down. */
const downMilliseconds = 5_000;

/** Milliseconds between reads that find out whether a store that is down has recovered. */
const probeInterval = 500;

/**
 * Milliseconds that a request with a cached key waits for the store; a connection may have to be opened first. The
 * authoriser's wait and that of the function for its own stores, 2,100 to 2,300 ms, must together stay within the
 * contract's 3 s. A timeout fails no request, because the cached record is used, and a late response is still cached.
 */
const defaultTimeout = 300;

export interface CachedKeysSettings {
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed read of a cached key. */
  readonly onFailure?: (error: unknown) => void;
  /** Milliseconds that a request with a cached key waits for the store. */
  readonly timeout?: number;
}

/**
 * Wraps a lookup so that keys keep working while their store does not respond, and only then: every response of the
 * store takes effect at once, so a revoked key is rejected without delay. A key is cached by its stored record, never by
 * its secret, for at most 15 minutes since it was last read, and ends at its own expiry.
 *
 * The locations services work without any store; rejecting all keys with the store would take them down with it. The
 * risk is small: a key revoked shortly before an outage works for those minutes if this instance has not read it since.
 * A key is never accepted or rejected without a lookup, so one that is not cached fails with StoreUnavailable.
 *
 * The first request that finds the store down waits for the timeout. For some seconds, all others are served at once
 * from the cache, while one read at a time probes the store in the background.
 */
export const cachedKeys = (keys: KeyLookup, settings: CachedKeysSettings): KeyLookup => {
  const { now, onFailure, timeout = defaultTimeout } = settings;
  const cache = keyCache(now);
  /** Numbers of reads in the order in which they started. */
  let reads = 0;
  let lastResponse = 0;
  let lastFailure = { read: 0, startedAt: 0 };
  let isProbing = false;

  const noteFailure = (read: number, startedAt: number): void => {
    if (read >= lastFailure.read) lastFailure = { read, startedAt };
  };

  /** Returns the milliseconds since a failure that still counts; undefined if there is none. */
  const downFor = (): number | undefined => {
    const age = now() - lastFailure.startedAt;
    return lastFailure.read > lastResponse && age >= 0 && age < downMilliseconds ? age : undefined;
  };

  /** Reads a key, and caches the result even if the caller has stopped waiting. */
  const read = async (keyId: string, number: number, startedAt: number) => {
    const freezeDetector = startFreezeDetector(now);
    try {
      const record = await keys.find(keyId);
      freezeDetector.stop();
      lastResponse = Math.max(lastResponse, number);
      cache.put(keyId, record, number, startedAt);
      return { record };
    } catch (error) {
      // A read that failed while the instance was frozen says nothing about the store.
      const wasFrozen = freezeDetector.stop();
      if (error instanceof StoreUnavailable && !wasFrozen) {
        noteFailure(number, startedAt);
        if (cache.get(keyId)) onFailure?.(error);
      }
      throw error;
    }
  };

  const probe = async (keyId: string): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    await read(keyId, ++reads, now()).catch(() => {});
    isProbing = false;
  };

  return {
    async find(keyId) {
      const cached = cache.get(keyId);
      const down = cached && downFor();
      if (down !== undefined) {
        if (down >= probeInterval) void probe(keyId);
        return cached;
      }
      const number = ++reads;
      const startedAt = now();
      const reading = read(keyId, number, startedAt);
      if (cached === undefined) return (await reading).record;
      try {
        const response = await withTimeout(timeout, reading);
        if (response) return response.record;
        noteFailure(number, startedAt);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
      // A read that started later may have responded in the meantime.
      return cache.get(keyId) ?? cached;
    },
  };
};

/** Creates a cache that evicts a key by its age on this clock. It is emptied if the clock is set back. */
const keyCache = (now: () => number) => {
  // `Date.now` instead of a monotonic clock, which may stop while an instance is frozen: no key must live longer then.
  const records = new LRUCache<string, { readonly record: ApiKey; readonly read: number }>({
    max: maxKeys,
    ttl: maxAge,
    ttlResolution: 0,
    perf: { now },
  });
  let lastTime = 0;

  return {
    get: (keyId: string): ApiKey | undefined => {
      const time = now();
      if (time < lastTime) records.clear();
      lastTime = time;
      return records.get(keyId)?.record;
    },
    /** Stores the result of a read; ignored if a later one is stored already. */
    put: (keyId: string, record: ApiKey | undefined, read: number, start: number): void => {
      const stored = records.peek(keyId);
      if (stored && stored.read > read) return;
      if (record === undefined) records.delete(keyId);
      else records.set(keyId, { record, read }, { start });
    },
  };
};
