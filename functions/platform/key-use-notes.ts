import { LRUCache } from 'lru-cache';
import type { WriteUse } from '../../shared/data-access/access/key-use.ts';
import { withTimeout } from '../../shared/data-access/retry.ts';
import { logger } from '../../shared/observability/logger.ts';

const hour = 60 * 60_000;
/**
 * Pause after a failed write, so that a table that does not respond delays one request a minute rather than one per key.
 */
const pauseMilliseconds = 60_000;
/** Maximum time that a request waits for its note to be written; at most once an hour for each key. */
const writeTimeout = 150;

interface NoteSettings {
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Maximum number of remembered keys; beyond it, a key may be noted again within its hour. */
  readonly maxKeys?: number;
}

/**
 * Notes the use of a valid key, at most once an hour in each instance. The write is awaited for a limited time, because
 * an instance is frozen once it has responded. A failed write is logged and dropped, so that it cannot reject a key.
 * Never throws.
 */
export const keyUseNotes = (write: WriteUse, { now, maxKeys = 1_000 }: NoteSettings) => {
  const notedAt = new LRUCache<string, number>({ max: maxKeys });
  let pausedAt: number | undefined;

  // A time in the future means that the clock was set back.
  const isWithin = (milliseconds: number, since: number | undefined): boolean => {
    const age = since === undefined ? -1 : now() - since;
    return age >= 0 && age < milliseconds;
  };

  return async (keyId: string): Promise<void> => {
    if (isWithin(hour, notedAt.get(keyId)) || isWithin(pauseMilliseconds, pausedAt)) return;
    // Set before the write, so that concurrent requests do not write as well.
    notedAt.set(keyId, now());
    const written = write(keyId, new Date(now()), writeTimeout).then(
      () => 'written' as const,
      (error: unknown) => ({ error }),
    );
    const outcome = await withTimeout(writeTimeout, written);
    if (outcome === 'written') return;
    notedAt.delete(keyId);
    pausedAt = now();
    const error = outcome?.error ?? new Error(`no answer within ${writeTimeout} ms`);
    logger.warn('the use of keys is not recorded for a minute', { error });
  };
};
