import { LRUCache } from 'lru-cache';
import type { ApiKey, KeyLookup } from '../../domain/access/api-key.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { startFreezeDetector } from '../freeze-detector.ts';
import { withTimeout } from '../retry.ts';

/** Maximum number of cached keys, and the milliseconds for which each is kept. */
const maxKeys = 1_000;
const maxAge = 15 * 60_000;

/** Milliseconds after the start of a failed read during which the store counts as down. */
const downMilliseconds = 5_000;

/** Milliseconds between reads that check whether the store has recovered. */
const probeInterval = 500;

/**
 * Milliseconds that a request with a cached key waits for the store, including the time to open a connection. The
 * function then waits up to 2,300 ms for its own stores, and the two waits must fit into the contract's 3 s. After a
 * timeout the cached record is used, so no request fails. A late response is still cached.
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
 * Wraps a lookup so that keys keep working while their store does not respond. Whenever the store responds, its
 * response takes effect immediately, so a revoked key is rejected without delay. The cache holds a key's stored record,
 * never its secret, for at most 15 minutes after the last read. A cached key still expires at its own time.
 *
 * Without the cache, an outage of this store would take down the locations services, which need no other store. The
 * risk is small: a key revoked shortly before an outage works for up to 15 minutes if this instance has not read it
 * since. A key that is not cached is neither accepted nor rejected but fails with StoreUnavailable.
 *
 * The first request that finds the store down waits for the timeout. While the store counts as down, other requests are
 * served from the cache immediately, and one read at a time probes the store in the background.
 */
export const cachedKeys = (keys: KeyLookup, settings: CachedKeysSettings): KeyLookup => {
  const { now, onFailure, timeout = defaultTimeout } = settings;
  const cache = keyCache(now);
  /** Number of reads so far. Reads are numbered in the order in which they start. */
  let reads = 0;
  let lastResponse = 0;
  let lastFailure = { read: 0, startedAt: 0 };
  let isProbing = false;

  const noteFailure = (read: number, startedAt: number): void => {
    if (read >= lastFailure.read) lastFailure = { read, startedAt };
  };

  /** Returns the milliseconds since the last failed read while the store counts as down; otherwise undefined. */
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
      // If the instance was frozen during the read, the failure says nothing about the store.
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

/** Creates a cache that evicts keys by age. It is emptied if the clock is set back. */
const keyCache = (now: () => number) => {
  // System time, because a monotonic clock may stop while an instance is frozen, and keys would then live longer.
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
    /** Stores the result of a read, unless the result of a later read is already stored. */
    put: (keyId: string, record: ApiKey | undefined, read: number, start: number): void => {
      const stored = records.peek(keyId);
      if (stored && stored.read > read) return;
      if (record === undefined) records.delete(keyId);
      else records.set(keyId, { record, read }, { start });
    },
  };
};
