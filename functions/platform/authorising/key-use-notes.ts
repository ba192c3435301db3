import type { WriteUse } from '../../../shared/data-access/access/api-key-use.ts';
import { within } from '../../../shared/data-access/within.ts';
import { logger } from '../../../shared/observability/logger.ts';

const hour = 60 * 60_000;
/** After a note that failed: a table that does not answer is waited for once a minute, not once a key. */
const pauseMilliseconds = 60_000;
const mostKeys = 1_000;
/** Of a request, once an hour and key. A write takes some 5. */
const patienceMilliseconds = 150;

interface NoteSettings {
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Keys that are remembered as noted; beyond these the one noted longest ago is noted again before its hour is over. */
  readonly most?: number;
}

/**
 * Notes the use of a key that was found good, at most once an hour in each instance. It is waited for, as an instance
 * stands still from its answer on and would lose what it has begun; but never for long, and a note that fails is given
 * up and logged: no key is refused for it. It never throws.
 */
export const keyUseNotes = (write: WriteUse, { now, most = mostKeys }: NoteSettings) => {
  // In the order of noting: a Map lists first what was set first.
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
    // Before it is written: requests that come meanwhile need not write it too.
    remember(keyId);
    const written = write(keyId, new Date(now()), patienceMilliseconds).then(
      () => 'written' as const,
      (error: unknown) => ({ error }),
    );
    const outcome = await within(patienceMilliseconds, written);
    if (outcome === 'written') return;
    fail(keyId, outcome?.error ?? new Error(`no answer within ${patienceMilliseconds} ms`));
  };
};
