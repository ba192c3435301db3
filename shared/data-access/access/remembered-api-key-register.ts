import type { ApiKey, ApiKeyRegister } from '../../domain/access/api-key.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { watchForSleep } from '../sleep-watch.ts';
import { within } from '../within.ts';
import { keyMemory } from './key-memory.ts';

/** Settings of a register with memory. */
export interface RememberedRegisterSettings {
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each read of a remembered key that the store did not answer. */
  readonly onFailure?: (error: unknown) => void;
  /** Milliseconds that a request with a remembered key waits for the store. */
  readonly patience?: number;
}

/**
 * Milliseconds that a request with a remembered key waits for the store; a connection may have to be opened first. The
 * authoriser's wait and that of the function for its own stores, 2,100 to 2,300 ms, together must stay within the
 * contract's 3 s. A timeout fails no request, as the remembered record stands in, and a late answer is still stored.
 */
const defaultPatience = 300;

/** Milliseconds from the start of a failed read for which a store counts as down, and between probes meanwhile. */
const downMilliseconds = 5_000;
const lookAgainMilliseconds = 500;

/** Tracks reads of the register, numbered as they begin, to tell whether the store is worth waiting for. */
const storeState = (now: () => number) => {
  let lastAnswered = 0;
  let lastFailed = 0;
  let failedAt = 0;
  return {
    answered: (read: number) => {
      lastAnswered = Math.max(lastAnswered, read);
    },
    failed: (read: number, begunAt: number) => {
      if (read < lastFailed) return;
      lastFailed = read;
      failedAt = begunAt;
    },
    /** Returns the milliseconds since a failure that still counts; undefined if there is none. */
    downFor: (): number | undefined => {
      const age = now() - failedAt;
      return lastFailed > lastAnswered && age >= 0 && age < downMilliseconds ? age : undefined;
    },
  };
};

/**
 * A register whose keys go on opening what they opened while their store does not answer, and only then: every answer
 * of the store counts at once, so that a revoked key is refused as soon as ever. A key is remembered by its stored
 * record, never by its secret, for at most 15 minutes since it was last read, and ends at its own expiry.
 *
 * The locations services answer without any store; refusing all keys with the store would take them down with it. What
 * is risked instead is small: a key that is revoked while the store is down, which a revocation could not reach
 * either, works for those minutes. What was never read stays unknown and fails as StoreUnavailable: no key is taken
 * for good, nor for bad, that was not looked up.
 *
 * The first request that finds the store down waits for its patience. For some seconds after that the others are
 * answered at once, while one read at a time finds out behind them whether the store is back.
 */
export const rememberedApiKeyRegister = (
  register: ApiKeyRegister,
  settings: RememberedRegisterSettings,
): ApiKeyRegister => {
  const { now, onFailure, patience = defaultPatience } = settings;
  const memory = keyMemory(now);
  const store = storeState(now);
  let reads = 0;
  let lookingBehind = false;

  const begin = (keyId: string) => {
    reads += 1;
    const read = reads;
    const begunAt = now();
    const sleep = watchForSleep(now);
    const run = async (): Promise<ApiKey | undefined> => {
      try {
        const record = await register.find(keyId);
        sleep.end();
        store.answered(read);
        memory.replace(keyId, record, { read, begunAt });
        return record;
      } catch (error) {
        const slept = sleep.end();
        // A read that failed while the instance was frozen says nothing about the store.
        if (error instanceof StoreUnavailable && !slept) {
          store.failed(read, begunAt);
          if (memory.recall(keyId)) onFailure?.(error);
        }
        throw error;
      }
    };
    const result = run();
    // The result may reject after the last caller has stopped waiting.
    result.catch(() => {});
    return { result, givenUp: () => store.failed(read, begunAt) };
  };

  const lookBehind = async (keyId: string): Promise<void> => {
    if (lookingBehind) return;
    lookingBehind = true;
    await begin(keyId).result.catch(() => {});
    lookingBehind = false;
  };

  /** Returns the store's record if it comes in time, else the remembered one. */
  const readOrRecall = async (keyId: string, known: ApiKey): Promise<ApiKey | undefined> => {
    const { result, givenUp } = begin(keyId);
    try {
      const answer = await within(
        patience,
        result.then((record) => ({ record })),
      );
      if (answer) return answer.record;
      givenUp();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    return memory.recall(keyId) ?? known;
  };

  return {
    async find(keyId) {
      const known = memory.recall(keyId);
      if (known === undefined) return begin(keyId).result;
      const downFor = store.downFor();
      if (downFor === undefined) return readOrRecall(keyId, known);
      if (downFor >= lookAgainMilliseconds) void lookBehind(keyId);
      return known;
    },
  };
};
