import type { StandardRetryStrategy } from '@smithy/core/retry';
import { retryBudget } from './retry-budget.ts';

/** Attempts of a call that the store answered with a failure, or was late for; the first included. */
export const mostAnsweredAttempts = 4;
/** Attempts in all: one whose connection was lost has cost the store little, and two more of them are made. */
export const mostAttempts = 6;

/**
 * Milliseconds from the first attempt after which none is begun. An attempt is late after 1 s, so that a silent store is
 * asked twice; whoever gives a call the deadline of `storeDeadline` ends the last attempt with it.
 */
const latestBeginning = 1_800;

/** Milliseconds before attempt 2, 3, ...: doubled up to the longest, and spread. Who throttles is given twice as long. */
const firstPause = 25;
const longestPause = 100;

type SdkErrorInfo = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];

/** What an attempt failed with, as the SDK classifies it. */
interface ErrorInfo extends Pick<SdkErrorInfo, 'errorType' | 'retryAfterHint'> {
  readonly error?: unknown;
}

/** The store answered nothing, and may not have been reached. The SDK names these TimeoutError, as it does late answers. */
const lostConnection = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const costTheStore = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return !(typeof code === 'string' && lostConnection.has(code));
};

const pauseBefore = (retry: number, { errorType, retryAfterHint }: ErrorInfo): number => {
  const pause = Math.min(longestPause, firstPause * 2 ** (retry - 1)) * (0.5 + Math.random() / 2);
  const asked = retryAfterHint === undefined ? 0 : retryAfterHint.getTime() - Date.now();
  return Math.max(errorType === 'THROTTLING' ? pause * 2 : pause, asked);
};

/** How far a call has come: the SDK hands it from one attempt to the next. */
interface Progress {
  /** Of performance.now(), which no setting of the clock moves. */
  readonly begunAt: number;
  /** Attempts that have failed in a way that cost the store. */
  readonly answeredAttempts: number;
  getRetryCount(): number;
  /** Milliseconds until the next attempt. */
  getRetryDelay(): number;
}

/** Read by the SDK as the end of all attempts; it throws what the last of them failed with. */
class NoFurtherAttempt extends Error {
  override readonly name = 'NoFurtherAttempt';
}

/**
 * How calls are repeated while somebody waits for the answer. Where three calls in ten fail at random, more than 99 in
 * 100 succeed by it, in fewer than one and a half attempts each. Three things end the attempts: their number; the time;
 * and the budget that all calls of a client share.
 */
export const storeRetries = (now = () => performance.now()) => {
  const budget = retryBudget();
  const mayGoOn = ({ begunAt }: Progress, attempts: number, answeredAttempts: number, pause: number) =>
    attempts < mostAttempts &&
    answeredAttempts < mostAnsweredAttempts &&
    now() - begunAt + pause <= latestBeginning;

  return {
    async acquireInitialRetryToken(): Promise<Progress> {
      return { begunAt: now(), answeredAttempts: 0, getRetryCount: () => 0, getRetryDelay: () => 0 };
    },
    async refreshRetryTokenForRetry(progress: Progress, failure: ErrorInfo): Promise<Progress> {
      const { errorType, error } = failure;
      const isPassing = errorType === 'TRANSIENT' || errorType === 'THROTTLING';
      const attempts = progress.getRetryCount() + 1;
      const answeredAttempts = progress.answeredAttempts + (costTheStore(error) ? 1 : 0);
      const pause = pauseBefore(attempts, failure);
      if (!isPassing || !mayGoOn(progress, attempts, answeredAttempts, pause) || !budget.take()) {
        throw new NoFurtherAttempt();
      }
      const { begunAt } = progress;
      return { begunAt, answeredAttempts, getRetryCount: () => attempts, getRetryDelay: () => pause };
    },
    recordSuccess: () => budget.earn(),
  };
};
