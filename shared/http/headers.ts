/** Headers of a response by their lower-case names. */
export type Headers = Readonly<Record<string, string>>;

/** Name of the header with the version of the published catalogue. */
export const catalogueVersionHeaderName = 'waypost-catalogue-version';

/** Name of the header with the rate limit of the client's plan for the operation, in requests per second. */
export const rateLimitHeaderName = 'x-ratelimit-limit-second';

/** Prefix of browser keys in the AUTH-KEY header. Pages contain these keys, so they are not secret. */
export const browserKeyPrefix = 'wp_web_';

/** Name of the header that lists a sandbox request's unsupported query parameters. */
export const ignoredHeaderName = 'waypost-ignored';

/** Name of the request header that, with the value `true`, asks for a description of the request's key. */
export const describeKeyHeaderName = 'waypost-describe-key';

/** Name of the header with the description: see shared/http/key-description.ts. */
export const keyHeaderName = 'waypost-key';

/** Headers of every response. Pages from any origin may call the API, and read the headers in `Expose-Headers`. */
export const commonHeaders = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'location',
    'content-location',
    'etag',
    'retry-after',
    rateLimitHeaderName,
    catalogueVersionHeaderName,
    ignoredHeaderName,
    keyHeaderName,
    // Identifies a request in the log.
    'x-amzn-requestid',
  ].join(', '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** Headers of a 503, with the seconds after which to retry. */
export const retryLater = { 'retry-after': '5' } as const;

/** Headers of a 429. One second is enough, because the token buckets of usage plans refill every second. */
export const retryNextSecond = { 'retry-after': '1' } as const;

/** Name of the request header with which a sandbox key simulates a 429 or 503. */
export const simulateHeaderName = 'waypost-simulate';

/** Request headers that browsers may send from another origin. */
export const allowedRequestHeaders = [
  'x-xhr-logon',
  'x-requested-with',
  'auth-key',
  'content-type',
  'idempotency-key',
  'if-none-match',
  simulateHeaderName,
  describeKeyHeaderName,
] as const;

/** Builds the header with the catalogue version. Returns no header until a catalogue has been read. */
export const catalogueVersionHeader = (version: string | undefined): Headers =>
  version === undefined ? {} : { [catalogueVersionHeaderName]: version };

/** Minimum body size for compression, in bytes. */
export const minCompressedBytes = 1024;

/** Whether the client accepts gzip, by name or by `*`, and does not prefer `identity` (RFC 9110, section 12.5.3). */
export const prefersGzip = (acceptEncoding: string): boolean => {
  const weights = weightsIn(acceptEncoding);
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
};

/**
 * Whether the client prefers GeoJSON to JSON (RFC 9110, section 12.5.1). The client must name GeoJSON's media type,
 * because `*` means JSON.
 */
export const prefersGeoJson = (accept = ''): boolean => {
  const weights = weightsIn(accept);
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return (weights.get('application/geo+json') ?? 0) > json;
};

/** Parses a list of names with quality values. */
const weightsIn = (list: string) => new Map(list.toLowerCase().split(',').map(weightOfName));

/** Quality value from 0 to 1, with up to three decimals (RFC 9110, section 12.4.2). */
const qualityValue = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** Splits `gzip;q=0.5` into name and weight. The weight defaults to 1; an invalid one is 0. */
const weightOfName = (weighted: string): [name: string, weight: number] => {
  const [name = '', ...parameters] = weighted.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [name, qualityValue.test(quality) ? Number(quality) : 0];
};
