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
  /** No attempt begins later than this after the first did: what came of the one before is handed on. */
  readonly longestTotalMilliseconds: number;
}

/** As the guide on errors advises: up to 15 seconds of pauses, unless answers ask for more time. */
export const usualRetries: RetrySettings = {
  attempts: 5,
  firstPauseMilliseconds: 1_000,
  longestPauseMilliseconds: 60_000,
  longestTotalMilliseconds: 120_000,
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

/** Refused before anything was done. */
const throttled = 429;

/** The service failed, or something on the way to it: another attempt may do better, and it may have done its work. */
const failures: readonly number[] = [500, 502, 503, 504];

const changesNothing: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Whether sending it twice does no more than once: an idempotency key lets the service tell. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  changesNothing.includes(method) || Boolean(headers.get('idempotency-key'));

/** Full jitter: clients that were refused together do not come back together. */
export const backOff = (attempt: number, settings: RetrySettings, random: () => number): number =>
  random() *
  Math.min(settings.longestPauseMilliseconds, settings.firstPauseMilliseconds * 2 ** (attempt - 1));

/**
 * Sends requests again that are answered with 429, and, where that does no harm, with 500, 502, 503 or 504, or with
 * nothing as the connection is lost: after the pause that the answer asks for, and with the rest of it left to chance.
 * What is answered in the last attempt is handed on. Rejects with the reason of the request's signal as soon as that is
 * aborted, pauses included.
 */
export const retryingFetch = (
  send: Fetch,
  settings: RetrySettings = usualRetries,
  waiting: Waiting = usualWaiting,
): Fetch => {
  const pauseAfter = (answer: Response | undefined, attempt: number, began: number): number | undefined => {
    if (attempt >= settings.attempts) return undefined;
    const now = waiting.now();
    const asked = answer === undefined ? 0 : (retryAfterMilliseconds(answer.headers, now) ?? 0);
    if (asked > settings.longestPauseMilliseconds) return undefined;
    const pause = asked + backOff(attempt, settings, waiting.random);
    return now - began + pause > settings.longestTotalMilliseconds ? undefined : pause;
  };

  return async (request) => {
    const repeatable = isRepeatable(request);
    const began = waiting.now();
    const mayPass = ({ status }: Response) =>
      status === throttled || (repeatable && failures.includes(status));

    for (let attempt = 1; ; attempt += 1) {
      let answer: Response | undefined;
      let loss: unknown;
      try {
        answer = await send(request.clone());
        if (!mayPass(answer)) return answer;
      } catch (error) {
        if (request.signal.aborted || !repeatable) throw error;
        loss = error;
      }
      const milliseconds = pauseAfter(answer, attempt, began);
      if (milliseconds === undefined) {
        if (answer === undefined) throw loss;
        return answer;
      }
      await answer?.body?.cancel();
      await waiting.pause(milliseconds, request.signal);
    }
  };
};
