import { setTimeout as delay } from 'node:timers/promises';
import type { storeRetries } from '../store-retries.ts';
import { failureKindOf } from './failure-kind.ts';
import { S3Refusal } from './s3-refusal.ts';

/**
 * Repeats attempts as the SDK's clients do, until one succeeds or the strategy allows no more. Throws the last failure,
 * or AbortError if the signal comes in the pause after it.
 */
export const repeated = async <T>(
  retries: ReturnType<typeof storeRetries>,
  attempt: () => Promise<T>,
  abortSignal: AbortSignal,
): Promise<T> => {
  let progress = await retries.acquireInitialRetryToken();
  for (;;) {
    try {
      const result = await attempt();
      retries.recordSuccess();
      return result;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      try {
        progress = await retries.refreshRetryTokenForRetry(progress, {
          errorType: failureKindOf(error),
          error,
          retryAfterHint: error instanceof S3Refusal ? error.retryAfter : undefined,
        });
      } catch {
        throw error;
      }
      await delay(progress.getRetryDelay(), undefined, { signal: abortSignal });
    }
  }
};
