import type { ApiKey, ApiKeyRegister } from '../../domain/access/api-key.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { startFreezeDetector } from '../freeze-detector.ts';
import type { KeyMemory } from './key-memory.ts';

/** Settings of reads. */
export interface ReadSettings {
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each read of a remembered key that the store did not answer. */
  readonly onFailure?: (error: unknown) => void;
}

/** Read that was begun. */
interface RegisterRead {
  /** The store's record; undefined if it has none. Rejects as the register does. */
  readonly result: Promise<ApiKey | undefined>;
  /** Counts the read as failed until it is answered. */
  readonly givenUp: () => void;
}

/** Reads of a register, which are remembered and tell whether its store is down. */
export interface RegisterReads {
  begin(keyId: string): RegisterRead;
  /** Returns the milliseconds since a failure that still counts; undefined if there is none. */
  downFor(): number | undefined;
}

/** Milliseconds from the start of a failed read for which a store counts as down. */
const downMilliseconds = 5_000;

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
    downFor: (): number | undefined => {
      const age = now() - failedAt;
      return lastFailed > lastAnswered && age >= 0 && age < downMilliseconds ? age : undefined;
    },
  };
};

/** Creates reads that put every answer of the store into the memory. */
export const registerReads = (
  register: ApiKeyRegister,
  memory: KeyMemory,
  { now, onFailure }: ReadSettings,
): RegisterReads => {
  const store = storeState(now);
  let reads = 0;

  const begin = (keyId: string): RegisterRead => {
    reads += 1;
    const read = reads;
    const begunAt = now();
    const sleep = startFreezeDetector(now);
    const run = async (): Promise<ApiKey | undefined> => {
      try {
        const record = await register.find(keyId);
        sleep.stop();
        store.answered(read);
        memory.replace(keyId, record, { read, begunAt });
        return record;
      } catch (error) {
        const slept = sleep.stop();
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

  return { begin, downFor: store.downFor };
};
