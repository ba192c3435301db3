import type { ApiKey, ApiKeyRegister } from '../../domain/access/api-key.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { withTimeout } from '../retry.ts';
import { keyMemory } from './key-memory.ts';
import { type ReadSettings, registerReads } from './register-reads.ts';

/** Settings of a register with memory. */
export interface RememberedRegisterSettings extends ReadSettings {
  /** Milliseconds that a request with a remembered key waits for the store. */
  readonly patience?: number;
}

/**
 * Milliseconds that a request with a remembered key waits for the store; a connection may have to be opened first. The
 * authoriser's wait and that of the function for its own stores, 2,100 to 2,300 ms, together must stay withTimeout the
 * contract's 3 s. A timeout fails no request, as the remembered record stands in, and a late answer is still stored.
 */
const defaultPatience = 300;

/** Milliseconds between reads that find out whether a store that is down is back. */
const lookAgainMilliseconds = 500;

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
  const { patience = defaultPatience } = settings;
  const memory = keyMemory(settings.now);
  const reads = registerReads(register, memory, settings);
  let lookingBehind = false;

  const lookBehind = async (keyId: string): Promise<void> => {
    if (lookingBehind) return;
    lookingBehind = true;
    await reads.begin(keyId).result.catch(() => {});
    lookingBehind = false;
  };

  /** Returns the store's record if it comes in time, else the remembered one. */
  const readOrRecall = async (keyId: string, known: ApiKey): Promise<ApiKey | undefined> => {
    const { result, givenUp } = reads.begin(keyId);
    try {
      const answer = await withTimeout(
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
      if (known === undefined) return reads.begin(keyId).result;
      const downFor = reads.downFor();
      if (downFor === undefined) return readOrRecall(keyId, known);
      if (downFor >= lookAgainMilliseconds) void lookBehind(keyId);
      return known;
    },
  };
};
