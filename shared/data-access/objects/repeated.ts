import { setTimeout as delay } from 'node:timers/promises';
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { storeRetries } from '../store-retries.ts';
import { S3Refusal } from './s3-refusal.ts';

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError =>
  error instanceof Error && (error.cause === undefined || error.cause instanceof Error);

const errorTypeOf = (error: SdkError) => {
  if (isThrottlingError(error)) return 'THROTTLING';
  if (isTransientError(error)) return 'TRANSIENT';
  return isServerError(error) ? 'SERVER_ERROR' : 'CLIENT_ERROR';
};

/** Makes attempts as the SDK's clients do, until one succeeds or the strategy allows no more. Throws the last failure. */
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
      if (!isSdkError(error)) throw error;
      try {
        progress = await retries.refreshRetryTokenForRetry(progress, {
          errorType: errorTypeOf(error),
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
