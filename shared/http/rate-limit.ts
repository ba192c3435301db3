import * as z from 'zod/mini';
import type { GatewayEvent } from './gateway-event.ts';
import { type Headers, rateLimitHeaderName } from './headers.ts';

const rates = z.record(z.string(), z.int().check(z.minimum(1)));

/**
 * Builds the header with the client's rate limit; empty if its plan has none or no key was needed. The variable
 * RATE_OF_PLAN has the requests per second that each plan allows for this function's operation, as the gateway throttles
 * them; a plan without a limit is absent.
 */
export const rateLimitHeader = (event: Pick<GatewayEvent, 'requestContext'> | undefined): Headers => {
  const plan = event?.requestContext.authorizer?.plan;
  if (plan === undefined) return {};
  const rate = rates.parse(JSON.parse(process.env.RATE_OF_PLAN ?? '{}'))[plan];
  return rate === undefined ? {} : { [rateLimitHeaderName]: String(rate) };
};
