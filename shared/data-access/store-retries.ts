import type { StandardRetryStrategy } from '@smithy/core/retry';
import { retryBudget } from './retry-budget.ts';

/** Maximum attempts, including the first, that fail with an answer or a timeout. */
export const mostAnsweredAttempts = 4;
/** Maximum attempts in all: those with a lost connection cost the store little, so two more are made. */
export const mostAttempts = 6;

/**
 * Milliseconds from the first attempt after which no further one begins. An attempt times out after 1 s, so a silent
 * store is asked twice; the deadline of `storeDeadline` also ends the last attempt.
 */
const latestBeginning = 1_800;

/**
 * Milliseconds before attempt 2, doubled for each further one up to the longest, with jitter; twice as long after
 * throttling.
 */
const firstPause = 25;
const longestPause = 100;

type SdkErrorInfo = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];

/** Failure of an attempt, as classified by the SDK. */
interface ErrorInfo extends Pick<SdkErrorInfo, 'errorType' | 'retryAfterHint'> {
  readonly error?: unknown;
}

/** Error codes of lost connections. The SDK names these TimeoutError, as it does late answers. */
const lostConnection = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether a request failed because its connection was lost or did not open. */
export const isLostConnection = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && lostConnection.has(code);
};

const pauseBefore = (retry: number, { errorType, retryAfterHint }: ErrorInfo): number => {
  const pause = Math.min(longestPause, firstPause * 2 ** (retry - 1)) * (0.5 + Math.random() / 2);
  const asked = retryAfterHint === undefined ? 0 : retryAfterHint.getTime() - Date.now();
  return Math.max(errorType === 'THROTTLING' ? pause * 2 : pause, asked);
};

/** Progress of a call, which the SDK passes from one attempt to the next. */
interface Progress {
  /** Start by performance.now(), which is monotonic. */
  readonly begunAt: number;
  /** Number of failed attempts that the store had to work for. */
  readonly answeredAttempts: number;
  getRetryCount(): number;
  /** Returns the milliseconds until the next attempt. */
  getRetryDelay(): number;
}

/** Tells the SDK to make no further attempt; it then throws the last failure. */
class NoFurtherAttempt extends Error {
  override readonly name = 'NoFurtherAttempt';
}

/**
 * Creates the retry strategy for requests of clients. If three calls in ten fail at random, more than 99 in 100
 * succeed, in fewer than one and a half attempts on average. Attempts end by their number, by time, and by the budget
 * shared by all calls of a client.
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
      const answeredAttempts = progress.answeredAttempts + (isLostConnection(error) ? 0 : 1);
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
