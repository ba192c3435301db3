import { rateLimitHeader } from './response-headers.ts';

/** Headers of an answer by their lower-case names. */
export type Headers = Readonly<Record<string, string>>;

interface Joined {
  readonly ofService: Headers | undefined;
  readonly ratePerSecond: string | undefined;
  readonly headers: Headers;
}

/**
 * Joins an answer's own headers with those of its service and the limit of the client's plan, whose values stand.
 * From one answer of an instance to the next they hardly change: what was joined last is kept for each object of own
 * headers, so that all answers without any of their own share one.
 */
export const headersJoiner = () => {
  const joinedBefore = new WeakMap<Headers, Joined>();
  return (own: Headers, ofService: Headers | undefined, ratePerSecond: string | undefined): Headers => {
    const before = joinedBefore.get(own);
    if (before && before.ofService === ofService && before.ratePerSecond === ratePerSecond)
      return before.headers;
    const headers = { ...own, ...ofService, ...rateLimitHeader(ratePerSecond) };
    joinedBefore.set(own, { ofService, ratePerSecond, headers });
    return headers;
  };
};
