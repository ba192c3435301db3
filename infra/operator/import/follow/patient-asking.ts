import { hasS3Status } from '../../../../shared/data-access/errors.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';

/** Milliseconds for which a store that does not answer is asked again. */
const storePatience = 2 * 60_000;
const pauseMilliseconds = 5_000;

/** How time goes by, and who wants to know that the store does not answer. */
interface Patience {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Once for each time that it begins to be silent. */
  readonly onUnanswered: () => void;
}

/** What a store refuses it refuses again: nobody waits for a permission. */
const mayPass = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !hasS3Status(error.cause, 400, 403);

/** Asks a store until it answers, for two minutes. Throws what the last attempt threw. */
export const patientAsking =
  ({ now, pause, onUnanswered }: Patience) =>
  async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const since = now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!mayPass(error) || now() - since >= storePatience) throw error;
      }
      if (attempt === 1) onUnanswered();
      await pause(pauseMilliseconds);
    }
  };
