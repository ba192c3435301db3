/** How the SDK's clients tell failures apart: what may pass, and what asks for patience. */
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

/** Codes of Node's for connections that were lost, or never came about. */
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

/** A failure as connections and S3Refusal have it. */
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

/** What kind of failure it is that reading an object ended with, in the order in which the SDK's clients ask. */
export const failureKindOf = (failure: Failure): FailureKind => {
  const status = failure.$metadata?.httpStatusCode ?? 0;
  if (status === 429 || throttlingNames.has(failure.name)) return 'THROTTLING';
  if (failure.name !== 'AbortError' && isTransient(failure)) return 'TRANSIENT';
  return status >= 500 ? 'SERVER_ERROR' : 'CLIENT_ERROR';
};
