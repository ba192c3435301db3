import * as z from 'zod/mini';
import type { GatewayEvent } from './gateway-event.ts';
import { type Headers, rateLimitHeaderName } from './headers.ts';

const rates = z.record(z.string(), z.int().check(z.minimum(1)));

/**
 * Builds the header with the client's rate limit. Returns no header if the client's plan has no limit, or if no key was
 * needed. The variable RATE_OF_PLAN contains the requests per second that the gateway allows each plan for this
 * function's operation. Plans without a limit are absent.
 */
export const rateLimitHeader = (event: Pick<GatewayEvent, 'requestContext'> | undefined): Headers => {
  const plan = event?.requestContext.authorizer?.plan;
  if (plan === undefined) return {};
  const rate = rates.parse(JSON.parse(process.env.RATE_OF_PLAN ?? '{}'))[plan];
  return rate === undefined ? {} : { [rateLimitHeaderName]: String(rate) };
};
