export type Fetch = (request: Request) => Promise<Response>;

export interface RetrySettings {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Maximum duration of an attempt, including the body of the response. An attempt that takes longer has failed. */
  readonly attemptMilliseconds: number;
  /** Maximum pause after the first attempt. This maximum doubles with each further attempt. */
  readonly firstPauseMilliseconds: number;
  /** Maximum length of any pause. A response that requires a longer pause is returned instead. */
  readonly maxPauseMilliseconds: number;
  /** Time after the first attempt within which further attempts may start. Then the last response is returned. */
  readonly maxTotalMilliseconds: number;
}

/** Default limits. Pauses total up to 15 seconds, unless responses require more. */
export const defaultRetries: RetrySettings = {
  attempts: 5,
  attemptMilliseconds: 30_000,
  firstPauseMilliseconds: 1_000,
  maxPauseMilliseconds: 60_000,
  maxTotalMilliseconds: 120_000,
};

/** Status of a request that was rejected before it was processed. */
const throttled = 429;

/** Statuses of failures that may be temporary. The request may still have been processed. */
const failures: readonly number[] = [500, 502, 503, 504];

/**
 * Creates a fetch that retries requests after a 429 and, if they are idempotent, after a 500, 502, 503, 504, a lost
 * connection or a timeout. It pauses for the time in `Retry-After` plus random backoff, and returns the response of the
 * last attempt. If the request's signal is aborted, even during a pause, it rejects immediately with the signal's
 * reason.
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
      let failure: unknown;
      try {
        response = await receive(send, request, settings.attemptMilliseconds);
        if (!isTemporary(response)) return response;
      } catch (error) {
        if (request.signal.aborted || !isSafeToRetry) throw error;
        failure = error;
      }
      const milliseconds = pauseAfter(response, attempt, start, settings);
      if (milliseconds === undefined) {
        if (response === undefined) throw failure;
        return response;
      }
      await pause(milliseconds, request.signal);
    }
  };

/** Sends a request once. Reads the whole body, so that a connection lost during the body is found here. */
const receive = async (send: Fetch, request: Request, milliseconds: number): Promise<Response> => {
  request.signal.throwIfAborted();
  const attempt = new AbortController();
  // In Node 22, the result of AbortSignal.any may be garbage collected before it is aborted.
  for (const signal of [request.signal, AbortSignal.timeout(milliseconds)])
    signal.addEventListener('abort', () => attempt.abort(signal.reason), { once: true });
  const sent = new Request(request.clone(), { signal: attempt.signal });
  try {
    const response = await send(sent);
    // Reads a copy, because a new response could not have the same `url` or the status of a redirect in a browser.
    await response.clone().arrayBuffer();
    return response;
  } catch (error) {
    // Some platforms lose the reason during the body. Node cannot abort a request that is no longer referenced.
    sent.signal.throwIfAborted();
    throw error;
  }
};

/** Returns a random pause in milliseconds (full jitter), so that clients do not all retry at the same time. */
export const backOff = (attempt: number, settings: RetrySettings = defaultRetries): number =>
  Math.random() *
  Math.min(settings.maxPauseMilliseconds, settings.firstPauseMilliseconds * 2 ** (attempt - 1));

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
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

/** Whether a request has the same effect if it is sent twice. The validation of a bill stores nothing. */
const isIdempotent = ({ method, headers, url }: Request): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) ||
  Boolean(headers.get('idempotency-key')) ||
  new URL(url).pathname.endsWith('/bill-management-api/v1/bills/validate');

/** Returns the pause in milliseconds after an attempt; undefined if no further attempt may follow. */
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

/** Parses `Retry-After` (RFC 9110, 10.2.3), a number of seconds or a date; undefined if absent or invalid. */
const retryAfterMilliseconds = (headers: Headers, now: number): number | undefined => {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse would also accept `1.5`.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
