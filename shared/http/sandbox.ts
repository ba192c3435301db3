import * as z from 'zod';
import { ApiError, type ErrorCode } from './api-error.ts';
import { detailOfCode } from './error-response.ts';
import { type GatewayEvent, headerValuesOf } from './gateway-event.ts';
import { retryNextSecond, simulateHeaderName, throttledDetail } from './headers.ts';

/** Statuses that a sandbox key may ask for, so that partners can test how they back off. */
const simulated = z.enum(['429', '503']);

/** Schemas of the headers of a sandbox request, beside those of its operation. */
export const sandboxHeaders = { [simulateHeaderName]: simulated.optional() };

export const isSandbox = ({ requestContext }: GatewayEvent): boolean =>
  requestContext.authorizer?.sandbox === 'true';

/**
 * Returns the error that a sandbox request asks for: a 429 as from the gateway, or the service's answer in an `outage`.
 * Undefined for other keys, without the header, and for other or several values, which are violations.
 */
export const simulatedError = (event: GatewayEvent, outage: ErrorCode): ApiError | undefined => {
  if (!isSandbox(event)) return undefined;
  const [asked, ...others] = new Set(headerValuesOf(event, simulateHeaderName));
  if (others.length > 0) return undefined;
  switch (simulated.safeParse(asked).data) {
    case '429':
      return new ApiError('TOO_MANY_REQUESTS', [{ detail: throttledDetail }], retryNextSecond);
    case '503':
      return new ApiError(outage, [{ detail: detailOfCode(outage) }]);
    default:
      return undefined;
  }
};
