/** Kinds of failure in the SDK's retry strategies. */
type FailureKind = 'THROTTLING' | 'TRANSIENT' | 'SERVER_ERROR' | 'CLIENT_ERROR';

const throttlingNames = new Set([
  'BandwidthLimitExceeded',
  'LimitExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);
const timeoutNames = new Set(['TimeoutError', 'RequestTimeout', 'RequestTimeoutException']);
const passingStatuses = new Set([500, 502, 503, 504]);

/** Node's error codes for lost or failed connections. */
const connectionCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Members of a failure that determine its kind. */
interface Failure {
  readonly name: string;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode: number; readonly clockSkewCorrected?: boolean | undefined };
}

const isTransient = ({ name, code, $metadata }: Failure): boolean =>
  timeoutNames.has(name) ||
  (typeof code === 'string' && connectionCodes.has(code)) ||
  ($metadata !== undefined &&
    ($metadata.clockSkewCorrected === true || passingStatuses.has($metadata.httpStatusCode)));

/** Returns the kind of a failed read, checked in the SDK's order. */
export const failureKindOf = (failure: Failure): FailureKind => {
  const status = failure.$metadata?.httpStatusCode ?? 0;
  if (status === 429 || throttlingNames.has(failure.name)) return 'THROTTLING';
  if (failure.name !== 'AbortError' && isTransient(failure)) return 'TRANSIENT';
  return status >= 500 ? 'SERVER_ERROR' : 'CLIENT_ERROR';
};
