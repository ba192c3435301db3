import { setTimeout as delay } from 'node:timers/promises';
import type { StandardRetryStrategy } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/** Milliseconds for all store calls of an operation; the rest of the contract's 3 s allows for a slow machine. */
export const storeMilliseconds = 2_300;

/** Creates a signal that aborts an operation of several store calls at its common deadline. */
export const storeDeadline = (): AbortSignal => AbortSignal.timeout(storeMilliseconds);

/** Waits for a promise for at most this long; undefined if it takes longer. */
export const withTimeout = async <T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> => {
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  // A process that was held up runs its timers before it reads what has arrived: one more turn of the event loop reads it.
  const timer = setTimeout(() => setImmediate(resolve, undefined), milliseconds);
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Creates the HTTP client of a store client, with the timeout in milliseconds for the response to one attempt to begin;
 * by default that of requests of clients. Without `throwOnRequestTimeout` a late response is only logged, and a store
 * that accepts connections but never responds would hang the request.
 */
export const storeRequestHandler = (requestTimeout = 1_000) =>
  new NodeHttpHandler({ connectionTimeout: 500, requestTimeout, throwOnRequestTimeout: true });

/** Maximum attempts, including the first, that fail with a response or a timeout. */
export const maxAnsweredAttempts = 4;
/** Maximum attempts in all: those with a lost connection cost the store little, so two more are made. */
export const maxAttempts = 6;

/**
 * Milliseconds from the first attempt after which no further one begins. An attempt times out after 1 s, so a silent
 * store gets two attempts; the deadline of `storeDeadline` also ends the last attempt.
 */
const lastStartMilliseconds = 1_800;

/** Failure of an attempt, as classified by the SDK. */
interface ErrorInfo {
  readonly errorType: Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1]['errorType'];
  readonly error?: unknown;
}

/** Progress of a call, which the SDK passes from one attempt to the next. */
interface Progress {
  /** Start by performance.now(), which is monotonic. */
  readonly startedAt: number;
  /** Number of failed attempts that the store had to work for. */
  readonly answeredAttempts: number;
  getRetryCount(): number;
  /** Returns the milliseconds until the next attempt. */
  getRetryDelay(): number;
}

/** Maximum number of retries in the budget of a client, and the fraction of a retry that each successful call earns. */
const maxBudget = 50;
const earnedBySuccess = 0.5;

/**
 * Creates the retry strategy for requests of clients. If three calls in ten fail at random, more than 99 in 100
 * succeed, in fewer than one and a half attempts on average. Attempts end by their number, by time, and by the budget
 * shared by all calls of a client.
 *
 * Two successes pay for one retry: while up to a third of the calls fail, all are retried; if the store is down, each
 * call gets one attempt once the budget is spent, which avoids a retry storm. The SDK's own budget returns less than it
 * takes if calls need a second retry, and is empty within seconds at that rate.
 */
export const storeRetries = (now = () => performance.now()) => {
  let budget = maxBudget;
  return {
    async acquireInitialRetryToken(): Promise<Progress> {
      return { startedAt: now(), answeredAttempts: 0, getRetryCount: () => 0, getRetryDelay: () => 0 };
    },
    async refreshRetryTokenForRetry(progress: Progress, { errorType, error }: ErrorInfo): Promise<Progress> {
      const canPass = errorType === 'TRANSIENT' || errorType === 'THROTTLING';
      const attempts = progress.getRetryCount() + 1;
      const answeredAttempts = progress.answeredAttempts + (isLostConnection(error) ? 0 : 1);
      // From 25 ms, doubled up to 100; twice that after throttling.
      const pause = backoff(attempts, 25, 100) * (errorType === 'THROTTLING' ? 2 : 1);
      const isSpent = attempts >= maxAttempts || answeredAttempts >= maxAnsweredAttempts || budget < 1;
      const isLate = now() - progress.startedAt + pause > lastStartMilliseconds;
      // The SDK then throws the last failure.
      if (!canPass || isSpent || isLate) throw new Error('no further attempt');
      budget -= 1;
      const { startedAt } = progress;
      return { startedAt, answeredAttempts, getRetryCount: () => attempts, getRetryDelay: () => pause };
    },
    recordSuccess: (): void => {
      budget = Math.min(maxBudget, budget + earnedBySuccess);
    },
  };
};

/** Error codes of lost connections. The SDK names these TimeoutError, as it does late responses. */
const lostConnection = /^(ECONNRESET|ECONNREFUSED|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Whether a request failed because its connection was lost or did not open. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lostConnection.test(String(error.code));

/** Returns the milliseconds after attempt 1, 2, ...: doubled from `first` up to `max`, less a random part of up to half. */
export const backoff = (attempt: number, first: number, max = Number.POSITIVE_INFINITY): number =>
  Math.min(max, first * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

/** The store left items of a batch unprocessed through all attempts. */
export class UnprocessedItems extends Error {
  override readonly name = 'UnprocessedItems';
  constructor(tableName: string, count: number) {
    super(`${tableName} left ${count} items unprocessed in ${maxBatchAttempts} attempts; try again later`);
  }
}

/** Maximum attempts for a batch; about half a minute. */
const maxBatchAttempts = 10;

/**
 * Sends a batch to a table, and again what each attempt leaves unprocessed: beyond 16 MB, or beyond the capacity of the
 * store. `send` returns what is left. Throws UnprocessedItems, and what `send` throws.
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
