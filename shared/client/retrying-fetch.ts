/** Sends a request. */
export type Fetch = (request: Request) => Promise<Response>;

/** How often and when requests are retried. */
export interface RetrySettings {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Maximum pause after the first attempt; it doubles with each further attempt. */
  readonly firstPauseMilliseconds: number;
  /** Maximum length of any pause. A response that asks for a longer one is returned. */
  readonly maxPauseMilliseconds: number;
  /** Time after the first attempt from which no other begins; the last response is returned. */
  readonly maxTotalMilliseconds: number;
}

/** Defaults, as the guide to errors advises: up to 15 seconds of pauses, unless responses ask for more. */
export const defaultRetries: RetrySettings = {
  attempts: 5,
  firstPauseMilliseconds: 1_000,
  maxPauseMilliseconds: 60_000,
  maxTotalMilliseconds: 120_000,
};

/** Rejected before anything was done. */
const throttled = 429;

/** Failures that may be temporary. The service may have done its work nevertheless. */
const failures: readonly number[] = [500, 502, 503, 504];

/**
 * Retries requests that are answered with 429, and, if repeating them is harmless, with 500, 502, 503 or 504 or that lose
 * their connection. Pauses for as long as `Retry-After` asks, plus random backoff. Returns the response of the last
 * attempt. Rejects with the reason of the request's signal as soon as it is aborted, also during a pause.
 */
export const retryingFetch =
  (send: Fetch, settings: RetrySettings): Fetch =>
  async (request) => {
    const isSafeToRetry = isIdempotent(request);
    const isTemporary = ({ status }: Response) =>
      status === throttled || (isSafeToRetry && failures.includes(status));
    const start = Date.now();
    for (let attempt = 1; ; attempt += 1) {
      let response: Response | undefined;
      let loss: unknown;
      try {
        response = await send(request.clone());
        if (!isTemporary(response)) return response;
      } catch (error) {
        if (request.signal.aborted || !isSafeToRetry) throw error;
        loss = error;
      }
      const milliseconds = pauseAfter(response, attempt, start, settings);
      if (milliseconds === undefined) {
        if (response === undefined) throw loss;
        return response;
      }
      await response?.body?.cancel();
      await pause(milliseconds, request.signal);
    }
  };

/** Returns a random pause in milliseconds (full jitter), so that clients do not all retry at the same time. */
export const backOff = (attempt: number, settings: RetrySettings = defaultRetries): number =>
  Math.random() *
  Math.min(settings.maxPauseMilliseconds, settings.firstPauseMilliseconds * 2 ** (attempt - 1));

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });

/** Whether sending a request twice has the same effect as sending it once. */
const isIdempotent = ({ method, headers }: Request): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) || Boolean(headers.get('idempotency-key'));

/** Returns the pause after an attempt in milliseconds; undefined if it was the last. */
const pauseAfter = (
  response: Response | undefined,
  attempt: number,
  start: number,
  settings: RetrySettings,
): number | undefined => {
  if (attempt >= settings.attempts) return undefined;
  const now = Date.now();
  const requested = (response && retryAfterMilliseconds(response.headers, now)) ?? 0;
  if (requested > settings.maxPauseMilliseconds) return undefined;
  const milliseconds = requested + backOff(attempt, settings);
  return now - start + milliseconds > settings.maxTotalMilliseconds ? undefined : milliseconds;
};

/** Parses `Retry-After` (RFC 9110, 10.2.3), which has seconds or a date; undefined if it is absent or has neither. */
const retryAfterMilliseconds = (headers: Headers, now: number): number | undefined => {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse would read `1.5` as a date too.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
