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
      clockSkewCorrected: fc.constantFrom<true | undefined>(true, undefined),
    }),
  }),
);

type SdkError = Parameters<typeof isTransientError>[0];
/** Its cause, were there one, would be an error. */
class SdkFailure extends Error {
  declare cause?: Error;
}

const kindByTheSdk = (error: SdkError) => {
  if (isThrottlingError(error)) return 'THROTTLING';
  if (isTransientError(error)) return 'TRANSIENT';
  return isServerError(error) ? 'SERVER_ERROR' : 'CLIENT_ERROR';
};

it("failures are told apart as the SDK's clients do", async () => {
  await fc.assert(
    fc.property(failures, (failure) => {
      const error: SdkError = Object.assign(new SdkFailure('it is so'), failure);
      const ours = Object.assign(new Error('it is so'), failure);
      expect(failureKindOf(ours)).toBe(kindByTheSdk(error));
    }),
    { numRuns: 1_000 },
  );
});
