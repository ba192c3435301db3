import type { WriteUse } from '../../../shared/data-access/access/api-key-use.ts';
import { withTimeout } from '../../../shared/data-access/retry.ts';
import { logger } from '../../../shared/observability/logger.ts';

const hour = 60 * 60_000;
/**
 * Pause after a failed write, so that a table that does not answer delays one request a minute rather than one per key.
 */
const pauseMilliseconds = 60_000;
const mostKeys = 1_000;
/** Longest time that a request waits for its note to be written; at most once an hour for each key. */
const patienceMilliseconds = 150;

interface NoteSettings {
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /**
   * Maximum number of keys remembered as noted; beyond it, the key noted longest ago is noted again withTimeout its hour.
   */
  readonly most?: number;
}

/**
 * Notes the use of a valid key, at most once an hour in each instance. The write is awaited, as an instance is frozen
 * once it has answered, but only for a limited time. A failed write is logged and dropped: it must not refuse a key.
 * Never throws.
 */
export const keyUseNotes = (write: WriteUse, { now, most = mostKeys }: NoteSettings) => {
  // Ordered from the oldest note to the newest, as a Map keeps insertion order.
  const notedAt = new Map<string, number>();
  let pausedAt: number | undefined;

  const isWithin = (milliseconds: number, since: number | undefined): boolean => {
    const age = since === undefined ? -1 : now() - since;
    return age >= 0 && age < milliseconds;
  };

  const remember = (keyId: string): void => {
    notedAt.delete(keyId);
    notedAt.set(keyId, now());
    const [oldest] = notedAt.keys();
    if (notedAt.size > most && oldest !== undefined) notedAt.delete(oldest);
  };

  const fail = (keyId: string, error: unknown): void => {
    notedAt.delete(keyId);
    pausedAt = now();
    logger.warn('the use of keys is not noted for a minute', { error });
  };

  return async (keyId: string): Promise<void> => {
    if (isWithin(hour, notedAt.get(keyId)) || isWithin(pauseMilliseconds, pausedAt)) return;
    // Set before the write, so that concurrent requests do not write as well.
    remember(keyId);
    const written = write(keyId, new Date(now()), patienceMilliseconds).then(
      () => 'written' as const,
      (error: unknown) => ({ error }),
    );
    const outcome = await withTimeout(patienceMilliseconds, written);
    if (outcome === 'written') return;
    fail(keyId, outcome?.error ?? new Error(`no answer withTimeout ${patienceMilliseconds} ms`));
  };
};
