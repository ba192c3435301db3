import type { Socket } from 'node:net';

/** Milliseconds for a connection to open (this one), and for its answer to begin (the next). */
const connectionTimeout = 500;
const answerTimeout = 1_000;

/** The store was too slow. Has the SDK's name for it, by which it counts as transient. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The request was aborted. */
class AbortError extends Error {
  override readonly name = 'AbortError';
}

/** Limits of one request and its answer. */
export interface ExchangeLimits {
  /** Ends the wait for the answer to begin. */
  readonly onHead: () => void;
  /** Ends the exchange as aborted. */
  readonly abort: () => void;
  /** Lifts all limits. */
  readonly lift: () => void;
}

/** Begins the limits of a request, by time and by its signal. `lose` is called with TimeoutError or AbortError. */
export const limitExchange = (
  socket: Socket,
  abortSignal: AbortSignal,
  lose: (error: Error) => void,
): ExchangeLimits => {
  const loseAfter = (milliseconds: number, what: string) =>
    setTimeout(() => lose(new TimeoutError(`no ${what} within ${milliseconds} ms`)), milliseconds);
  const answerTimer = loseAfter(answerTimeout, 'answer');
  const connectionTimer = socket.connecting ? loseAfter(connectionTimeout, 'connection') : undefined;
  if (connectionTimer) socket.once('connect', () => clearTimeout(connectionTimer));
  const abort = () => lose(new AbortError('aborted: nobody waits any more', { cause: abortSignal.reason }));
  abortSignal.addEventListener('abort', abort);
  return {
    onHead: () => clearTimeout(answerTimer),
    abort,
    lift: () => {
      clearTimeout(answerTimer);
      clearTimeout(connectionTimer);
      abortSignal.removeEventListener('abort', abort);
    },
  };
};
