import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { failureKindOf } from '../../../../shared/data-access/objects/failure-kind.ts';

const names = [
  'Error',
  'AbortError',
  'TimeoutError',
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
  'AccessDenied',
  'NoSuchBucket',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'RequestLimitExceeded',
  'BandwidthLimitExceeded',
  'RequestThrottled',
] as const;
const codes = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPROTO',
] as const;

const failures = fc.oneof(
  fc.record({ name: fc.constantFrom(...names), code: fc.constantFrom(...codes, undefined) }),
  fc.record({
    name: fc.constantFrom(...names),
    $metadata: fc.record({
      httpStatusCode: fc.constantFrom(301, 400, 403, 404, 408, 429, 500, 501, 502, 503, 504, 505),
      clockSkewCorrected: fc.boolean(),
    }),
  }),
);

const kindByTheSdk = (error: Parameters<typeof isTransientError>[0]) => {
  if (isThrottlingError(error)) return 'THROTTLING';
  if (isTransientError(error)) return 'TRANSIENT';
  return isServerError(error) ? 'SERVER_ERROR' : 'CLIENT_ERROR';
};

it("failures are told apart as the SDK's clients do", () => {
  fc.assert(
    fc.property(failures, (failure) => {
      const error = Object.assign(new Error('it is so'), failure);
      expect(failureKindOf(error)).toBe(kindByTheSdk(error));
    }),
    { numRuns: 1_000 },
  );
});
