import * as z from 'zod';
import { ApiError, type ErrorCode } from './api-error.ts';
import { detailOfCode } from './error-response.ts';
import { type GatewayEvent, headerOf } from './gateway-event.ts';
import { retryNextSecond, simulateHeaderName, throttledDetail } from './response-headers.ts';

/** What a sandbox key may ask for, so that partners can test how they back off. */
const simulated = z.enum(['429', '503']);

/** The headers of a request with a sandbox key, beside those of its operation. */
export const sandboxHeaders = { [simulateHeaderName]: simulated.optional() };

export const isSandbox = ({ requestContext }: GatewayEvent): boolean =>
  requestContext.authorizer?.sandbox === 'true';

/**
 * The error that a request with a sandbox key asks for: 429 as the gateway throttles, or what its service answers in an
 * `outage`. Nothing where it asks for none, or for another: that is one of its violations. Of other keys nothing at all.
 */
export const simulatedError = (event: GatewayEvent, outage: ErrorCode): ApiError | undefined => {
  if (!isSandbox(event)) return undefined;
  switch (simulated.safeParse(headerOf(event, simulateHeaderName)).data) {
    case '429':
      return new ApiError('TOO_MANY_REQUESTS', [{ detail: throttledDetail }], retryNextSecond);
    case '503':
      return new ApiError(outage, [{ detail: detailOfCode(outage) }]);
    default:
      return undefined;
  }
};
