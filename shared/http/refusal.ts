import type { ApiError } from './api-error.ts';
import { toErrorResult } from './error-response.ts';
import type { GatewayEvent } from './gateway-event.ts';
import { rateLimitHeader } from './headers.ts';
import type { ProxyResult } from './response.ts';

/** Builds the answer of a function that refuses every request and belongs to no service. */
export const refuse = ({ requestContext }: GatewayEvent, refusal: ApiError): ProxyResult => {
  const { requestId, authorizer } = requestContext;
  const result = toErrorResult(refusal, { failures: [], namesSource: false }, requestId);
  return { ...result, headers: { ...result.headers, ...rateLimitHeader(authorizer?.ratePerSecond) } };
};
