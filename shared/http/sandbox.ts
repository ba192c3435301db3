import * as z from 'zod/mini';
import { type ErrorCode, SimulatedError } from './errors.ts';
import { type GatewayEvent, headerValuesOf } from './gateway-event.ts';
import { simulateHeaderName } from './headers.ts';
import { described } from './query-params.ts';

/** Statuses that a sandbox key may ask for, so that partners can test how they back off. */
const simulated = z.enum(['429', '503']);

/** Schemas of the headers of a sandbox request, beside those of its operation. */
export const sandboxHeaders = {
  [simulateHeaderName]: described(
    z.optional(simulated),
    'With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Other keys ignore it.',
  ),
};

export const isSandbox = ({ requestContext }: GatewayEvent): boolean =>
  requestContext.authorizer?.sandbox === 'true';

/**
 * Throws the error that a sandbox request asks for: a 429 as from the gateway, or the service's response in an `outage`.
 * Ignores other keys, and other or several values of the header, which are violations.
 */
export const throwSimulatedError = (event: GatewayEvent, outage: ErrorCode): void => {
  if (!isSandbox(event)) return;
  const [requested, ...others] = new Set(headerValuesOf(event, simulateHeaderName));
  const status = simulated.safeParse(requested).data;
  if (status === undefined || others.length > 0) return;
  throw new SimulatedError(status === '429' ? 'TOO_MANY_REQUESTS' : outage);
};
