import { rateLimitHeader } from './response-headers.ts';

/** Headers of an answer by their lower-case names. */
export type Headers = Readonly<Record<string, string>>;

interface Joined {
  readonly ofService: Headers | undefined;
  readonly ratePerSecond: string | undefined;
  readonly headers: Headers;
}

/**
 * Creates a function that joins an answer's headers with those of its service and of the client's plan; the later ones
 * win. The last result is cached for each object of own headers, as they hardly change between answers of one instance.
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
