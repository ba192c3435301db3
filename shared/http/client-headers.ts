import * as z from 'zod/mini';
import { type GatewayEvent, headerOf } from './gateway-event.ts';
import { describeKeyHeaderName, type Headers, keyHeaderName, rateLimitHeaderName } from './headers.ts';
import { formatKeyDescription } from './key-description.ts';

const rates = z.record(z.string(), z.int().check(z.minimum(1)));

/**
 * Builds the headers that concern the client's key: the rate limit of its plan, if it has one, and a description of the
 * key if the request asks for it. Returns no headers if no key was needed. The variable RATE_OF_PLAN contains the
 * requests per second that the gateway allows each plan for this function's operation.
 */
export const clientHeaders = (event: GatewayEvent): Headers => {
  const { client, plan, scopes, sandbox, origins } = event.requestContext.authorizer ?? {};
  if (plan === undefined) return {};
  const rate = rates.parse(JSON.parse(process.env.RATE_OF_PLAN ?? '{}'))[plan];
  const description =
    scopes !== undefined &&
    headerOf(event, describeKeyHeaderName) === 'true' &&
    formatKeyDescription({
      client: origins === undefined ? client : undefined,
      plan,
      scopes: scopes.split(','),
      sandbox: sandbox === 'true',
    });
  return {
    ...(rate !== undefined && { [rateLimitHeaderName]: String(rate) }),
    ...(description && { [keyHeaderName]: description }),
  };
};
