/** Names the version of the published catalogue that an answer was made from. */
export const catalogueVersionHeaderName = 'waypost-catalogue-version';

/** The requests a second that the client's plan allows. */
const rateLimitHeaderName = 'x-ratelimit-limit-second';

/** Headers that every answer carries. Browsers of any origin may call, and read what `Expose-Headers` names. */
export const commonHeaders = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'location',
    'etag',
    'retry-after',
    rateLimitHeaderName,
    catalogueVersionHeaderName,
  ].join(', '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** Beside an answer of 503: the seconds after which a client may try again. */
export const retryLater = { 'retry-after': '5' } as const;

/** Beside 429: buckets of usage plans refill every second. */
export const retryNextSecond = { 'retry-after': '1' } as const;
/** And what its body says. */
export const throttledDetail = 'The rate limit is exceeded. Try again later.';

/** By which a sandbox key asks for an answer of 429 or 503. */
export const simulateHeaderName = 'waypost-simulate';

/** What a browser may send along when it calls from another origin. */
export const allowedRequestHeaders = [
  'x-xhr-logon',
  'x-requested-with',
  'auth-key',
  'content-type',
  'idempotency-key',
  simulateHeaderName,
] as const;

/** Tells a client its own limit; nothing where its plan has none, or no key was asked for. */
export const rateLimitHeader = (ratePerSecond: string | undefined): Readonly<Record<string, string>> =>
  ratePerSecond === undefined ? {} : { [rateLimitHeaderName]: ratePerSecond };

const noHeaders = {};
let ofVersion: Readonly<{ version: string; header: Readonly<Record<string, string>> }> | undefined;

/**
 * Tells operators which published catalogue an answer was made from; nothing before the first was read. The same
 * object for the same version, as an instance asks with every answer.
 */
export const catalogueVersionHeader = (version: string | undefined): Readonly<Record<string, string>> => {
  if (version === undefined) return noHeaders;
  if (ofVersion?.version !== version) {
    ofVersion = { version, header: { [catalogueVersionHeaderName]: version } };
  }
  return ofVersion.header;
};
