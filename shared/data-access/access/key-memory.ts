import type { ApiKey } from '../../domain/access/api-key.ts';

const mostKeys = 1_000;
const longestMilliseconds = 15 * 60_000;

/** Read of the register that a record came from; reads are numbered as they begin. */
interface ReadOfKey {
  readonly read: number;
  /** Start of the read in epoch milliseconds. */
  readonly begunAt: number;
}

/** Cache of the records of recently used keys. */
export interface KeyMemory {
  /** Returns the record of a key, unless it was read too long ago. */
  recall(keyId: string): ApiKey | undefined;
  /** Stores the result of a read, including absence; ignored if a later read has already stored its own. */
  replace(keyId: string, record: ApiKey | undefined, of: ReadOfKey): void;
}

/**
 * Creates a cache for the keys that one instance meets in a quarter of an hour, each kept for that long. Beyond `most`
 * keys, the least recently read is evicted; so are all when the clock goes back, since their age is then unknown.
 */
export const keyMemory = (now: () => number, most = mostKeys): KeyMemory => {
  // Ordered from the oldest read to the newest, as a Map keeps insertion order.
  const records = new Map<string, ReadOfKey & { readonly record: ApiKey }>();

  const recall = (keyId: string): ApiKey | undefined => {
    const known = records.get(keyId);
    if (known === undefined) return undefined;
    const age = now() - known.begunAt;
    if (age >= 0 && age < longestMilliseconds) return known.record;
    records.delete(keyId);
    return undefined;
  };

  return {
    recall,
    replace(keyId, record, of) {
      const known = records.get(keyId);
      if (known && known.read > of.read) return;
      records.delete(keyId);
      if (record === undefined) return;
      records.set(keyId, { ...of, record });
      const [oldest] = records.keys();
      if (records.size > most && oldest !== undefined) records.delete(oldest);
    },
  };
};
