/** Names the version of the published catalogue that an answer was made from. */
export const catalogueVersionHeaderName = 'waypost-catalogue-version';

/** Headers that every answer carries. Browsers of any origin may call, and read what `Expose-Headers` names. */
export const commonHeaders = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'location',
    'etag',
    'retry-after',
    'x-ratelimit-limit-second',
    'x-ratelimit-remaining-second',
    catalogueVersionHeaderName,
  ].join(', '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** Beside an answer of 503: the seconds after which a client may try again. */
export const retryLater = { 'retry-after': '5' } as const;

/** What a browser may send along when it calls from another origin. */
export const allowedRequestHeaders = [
  'x-xhr-logon',
  'x-requested-with',
  'auth-key',
  'content-type',
  'idempotency-key',
] as const;

/** Tells operators which published catalogue an answer was made from; nothing before the first was read. */
export const catalogueVersionHeader = (version: string | undefined): Readonly<Record<string, string>> =>
  version === undefined ? {} : { [catalogueVersionHeaderName]: version };
