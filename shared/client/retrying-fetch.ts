import { pause } from './pause.ts';
import { retryAfterMilliseconds } from './retry-after.ts';

/** Sends a request. */
export type Fetch = (request: Request) => Promise<Response>;

/** How often a request is sent again, and when. */
export interface RetrySettings {
  /** Times that a request is sent at most, the first among them. */
  readonly attempts: number;
  /** The pause after the first attempt is up to this, and up to twice as much after each attempt more. */
  readonly firstPauseMilliseconds: number;
  /** No pause is longer: an answer that asks for more is handed on. */
  readonly longestPauseMilliseconds: number;
}

/** Three repetitions within some seconds, unless an answer asks for more time. */
export const usualRetries: RetrySettings = {
  attempts: 4,
  firstPauseMilliseconds: 250,
  longestPauseMilliseconds: 60_000,
};

/** What the waiting depends on beside the answers. */
export interface Waiting {
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly pause: typeof pause;
}

const usualWaiting: Waiting = { now: Date.now, random: Math.random, pause };

/** Throttled, and unavailable for now: the two answers that another attempt may change. */
const passingStatuses: readonly number[] = [429, 503];

const changesNothing: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Whether sending it twice does no more than once: an idempotency key lets the service tell. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  changesNothing.includes(method) || Boolean(headers.get('idempotency-key'));

/** Full jitter: clients that were refused together do not come back together. */
export const backOff = (attempt: number, settings: RetrySettings, random: () => number): number =>
  random() *
  Math.min(settings.longestPauseMilliseconds, settings.firstPauseMilliseconds * 2 ** (attempt - 1));

/**
 * Sends requests again that are answered with 429 or 503, or with nothing as the connection is lost: where that does no
 * harm, after the pause that the answer asks for, and with the rest of it left to chance. What is answered in the last
 * attempt is handed on. Rejects with the reason of the request's signal as soon as that is aborted, pauses included.
 */
export const retryingFetch = (
  send: Fetch,
  settings: RetrySettings = usualRetries,
  waiting: Waiting = usualWaiting,
): Fetch => {
  const pauseAfter = (answer: Response | undefined, attempt: number): number | undefined => {
    if (attempt >= settings.attempts) return undefined;
    const asked = answer === undefined ? 0 : (retryAfterMilliseconds(answer.headers, waiting.now()) ?? 0);
    if (asked > settings.longestPauseMilliseconds) return undefined;
    return asked + backOff(attempt, settings, waiting.random);
  };

  const repeating = async (request: Request, attempt: number): Promise<Response> => {
    let answer: Response | undefined;
    let loss: unknown;
    try {
      answer = await send(request.clone());
      if (!passingStatuses.includes(answer.status)) return answer;
    } catch (error) {
      if (request.signal.aborted) throw error;
      loss = error;
    }
    const milliseconds = pauseAfter(answer, attempt);
    if (milliseconds === undefined) {
      if (answer === undefined) throw loss;
      return answer;
    }
    await answer?.body?.cancel();
    await waiting.pause(milliseconds, request.signal);
    return repeating(request, attempt + 1);
  };
  return (request) => (isRepeatable(request) ? repeating(request, 1) : send(request));
};
