import * as z from 'zod/mini';
import { ApiError, detailOfCode, type ErrorCode, throttledDetail } from './errors.ts';
import { type GatewayEvent, headerValuesOf } from './gateway-event.ts';
import { retryNextSecond, simulateHeaderName } from './headers.ts';

/** Statuses that a sandbox key may ask for, so that partners can test how they back off. */
const simulated = z.enum(['429', '503']);

/** Schemas of the headers of a sandbox request, beside those of its operation. */
export const sandboxHeaders = { [simulateHeaderName]: z.optional(simulated) };

export const isSandbox = ({ requestContext }: GatewayEvent): boolean =>
  requestContext.authorizer?.sandbox === 'true';

/**
 * Returns the error that a sandbox request asks for: a 429 as from the gateway, or the service's response in an
 * `outage`. Undefined for other keys, without the header, and for other or several values, which are violations.
 */
export const simulatedError = (event: GatewayEvent, outage: ErrorCode): ApiError | undefined => {
  if (!isSandbox(event)) return undefined;
  const [requested, ...others] = new Set(headerValuesOf(event, simulateHeaderName));
  if (others.length > 0) return undefined;
  switch (simulated.safeParse(requested).data) {
    case '429':
      return new ApiError('TOO_MANY_REQUESTS', [{ detail: throttledDetail }], retryNextSecond);
    case '503':
      return new ApiError(outage, [{ detail: detailOfCode(outage) }]);
    default:
      return undefined;
  }
};
