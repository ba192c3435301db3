import type { TargetRequest } from './api-target.ts';
import { gatewayEventOf } from './gateway-event-of.ts';

/** The event of a request to a path without parameters, with what the authoriser told of its key. */
export const keyEvent = (request: TargetRequest, context: Readonly<Record<string, string>>) => {
  const event = gatewayEventOf(request, request.path, {});
  const authorizer = { ...event.requestContext.authorizer, ...context };
  return { ...event, requestContext: { ...event.requestContext, authorizer } };
};
