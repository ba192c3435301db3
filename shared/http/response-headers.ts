/** Headers that every answer carries. Browsers of any origin may call, and read what `Expose-Headers` names. */
export const commonHeaders = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'location, etag, retry-after, x-ratelimit-limit-second, x-ratelimit-remaining-second',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** What a browser may send along when it calls from another origin. */
export const allowedRequestHeaders = ['x-xhr-logon', 'x-requested-with', 'auth-key', 'content-type'] as const;
