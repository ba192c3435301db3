import { setTimeout as delay } from 'node:timers/promises';
import type { StandardRetryStrategy } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { StoreUnavailable } from '../domain/store-unavailable.ts';

/** Time limit for all store calls of an operation. The remainder of the contract's 3 s allows for slow machines. */
export const storeMilliseconds = 2_300;

/** Creates a signal that aborts all store calls of an operation after `storeMilliseconds`. */
export const storeDeadline = (): AbortSignal => AbortSignal.timeout(storeMilliseconds);

/** Waits for a promise; returns undefined if it takes longer than this many milliseconds. */
export const withTimeout = async <T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> => {
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  // A busy process runs its timers before it reads input that has arrived, so allow one more turn of the event loop.
  const timer = setTimeout(() => setImmediate(resolve, undefined), milliseconds);
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Creates the HTTP client of a store client. `requestTimeout` is the maximum time in milliseconds until a response
 * starts. Without `throwOnRequestTimeout`, the SDK would only log it, and a silent store would hang the request.
 * `socketTimeout` is the maximum silence in milliseconds, and also ends a response that stalls after its headers.
 */
export const storeRequestHandler = (requestTimeout = 1_000, socketTimeout = 30_000) =>
  new NodeHttpHandler({ connectionTimeout: 500, requestTimeout, throwOnRequestTimeout: true, socketTimeout });

/** Maximum number of attempts, including the first, that fail with a response or a timeout. */
export const maxConnectedAttempts = 4;
/** Maximum number of attempts in total. Lost connections cost the store little, so they allow two more attempts. */
export const maxAttempts = 6;

/**
 * Milliseconds after the first attempt within which others may start. An attempt times out after 1 s, so a silent store
 * gets two attempts. `storeDeadline` also aborts the last one.
 */
const lastStartMilliseconds = 1_800;

/** Failure of an attempt, as classified by the SDK. */
interface ErrorInfo {
  readonly errorType: Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1]['errorType'];
  readonly error?: unknown;
}

/** State of a call, which the SDK passes from one attempt to the next. */
interface Progress {
  /** Start of the call in milliseconds, by a monotonic clock. */
  readonly startedAt: number;
  /** Number of failed attempts whose connection was not lost. */
  readonly connectedAttempts: number;
  getRetryCount(): number;
  /** Returns the milliseconds until the next attempt. */
  getRetryDelay(): number;
}

/** Maximum retry budget of a client, and the fraction of a retry that each successful call adds to it. */
const maxBudget = 50;
const earnedBySuccess = 0.5;

/**
 * Creates the retry strategy for API requests. If 30 % of attempts fail at random, more than 99 % of calls succeed,
 * with fewer than 1.5 attempts on average. Retries are limited by their number, by time, and by a budget that all calls
 * of a client share. Two successes pay for one retry, so that all failed calls are retried while up to a third of the
 * calls fail. If the store is down, the budget is soon spent and each call gets one attempt: there is no retry storm.
 * The SDK's own budget regains less than it spends, so it would soon be exhausted if a third of the calls failed.
 */
export const storeRetries = (now = () => performance.now()) => {
  let budget = maxBudget;
  return {
    async acquireInitialRetryToken(): Promise<Progress> {
      return { startedAt: now(), connectedAttempts: 0, getRetryCount: () => 0, getRetryDelay: () => 0 };
    },
    async refreshRetryTokenForRetry(progress: Progress, { errorType, error }: ErrorInfo): Promise<Progress> {
      const canPass = errorType === 'TRANSIENT' || errorType === 'THROTTLING';
      const attempts = progress.getRetryCount() + 1;
      const connectedAttempts = progress.connectedAttempts + (isLostConnection(error) ? 0 : 1);
      // From 25 ms, doubling up to 100 ms; twice as long after throttling.
      const pause = backoff(attempts, 25, 100) * (errorType === 'THROTTLING' ? 2 : 1);
      const isSpent = attempts >= maxAttempts || connectedAttempts >= maxConnectedAttempts || budget < 1;
      const isLate = now() - progress.startedAt + pause > lastStartMilliseconds;
      // The SDK then throws the last failure.
      if (!canPass || isSpent || isLate) throw new Error('no further attempt');
      budget -= 1;
      return { ...progress, connectedAttempts, getRetryCount: () => attempts, getRetryDelay: () => pause };
    },
    recordSuccess: (): void => {
      budget = Math.min(maxBudget, budget + earnedBySuccess);
    },
  };
};

/** Error codes of lost connections. The SDK names these errors TimeoutError, like late responses. */
const lostConnection = /^(ECONNRESET|ECONNREFUSED|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lostConnection.test(String(error.code));

/** Milliseconds to pause after attempt 1, 2, …: doubled from `first` up to `max`, less up to half at random. */
export const backoff = (attempt: number, first: number, max = Number.POSITIVE_INFINITY): number =>
  Math.min(max, first * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

/** Maximum attempts at a write that competes with other requests, and the first pause between them. */
const maxContendedAttempts = 5;
const firstPauseMilliseconds = 40;

/**
 * Repeats a write until it returns a value, which it does not if another request was faster. Throws StoreUnavailable if
 * other requests are always faster, and errors from `write`.
 */
export const untilWritten = async <T>(operation: string, write: () => Promise<T | undefined>): Promise<T> => {
  for (let attempt = 1; attempt <= maxContendedAttempts; attempt++) {
    if (attempt > 1) await delay(backoff(attempt - 1, firstPauseMilliseconds));
    const result = await write();
    if (result !== undefined) return result;
  }
  throw new StoreUnavailable(operation);
};

/** The store left items of a batch unprocessed in all attempts. */
export class UnprocessedItems extends Error {
  override readonly name = 'UnprocessedItems';
  constructor(tableName: string, count: number) {
    super(`${tableName} left ${count} items unprocessed in ${maxBatchAttempts} attempts; try again later`);
  }
}

/** Maximum number of attempts for a batch. The pauses between them take 8 to 16 seconds in total. */
const maxBatchAttempts = 10;

/**
 * Sends a batch to a table, and resends the items that `send` returns as unprocessed, because of the batch's size or
 * the table's capacity. Throws UnprocessedItems, and errors from `send`.
 */
export const untilProcessed = async <Item>(
  tableName: string,
  items: readonly Item[],
  send: (items: Item[]) => Promise<Item[] | undefined>,
  pause: (milliseconds: number) => Promise<unknown> = delay,
): Promise<void> => {
  let left = [...items];
  for (let attempt = 1; ; attempt += 1) {
    left = (await send(left)) ?? [];
    if (left.length === 0) return;
    if (attempt === maxBatchAttempts) throw new UnprocessedItems(tableName, left.length);
    await pause(backoff(attempt, 50, 5_000));
  }
};
