import type { ApiKey } from '../../domain/access/api-key.ts';

const mostKeys = 1_000;
const longestMilliseconds = 15 * 60_000;

/** Which read of the register a record came from: they are numbered as they begin. */
interface ReadOfKey {
  readonly read: number;
  /** Milliseconds of the epoch. */
  readonly begunAt: number;
}

/** The stored records of the keys that were used last. */
export interface KeyMemory {
  /** What was read of this key, unless that is too long ago. */
  recall(keyId: string): ApiKey | undefined;
  /** Takes over what a read found, also that there is no such key; a read that began before the last one is late. */
  replace(keyId: string, record: ApiKey | undefined, of: ReadOfKey): void;
}

/**
 * Remembers as many keys as one instance meets in a quarter of an hour, each for as long. Beyond `most`, the one that
 * was read least recently is forgotten; so is each after a clock went back, since nobody knows its age any more.
 */
export const keyMemory = (now: () => number, most = mostKeys): KeyMemory => {
  // In the order of the last read: a Map lists first what was set first.
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
