import type { TargetRequest } from '../targets/api-target.ts';
import { gatewayEventOf, type KeyContext } from './gateway-event-of.ts';

/** Builds the event of a request to a path without parameters, with the authoriser context of its key. */
export const keyEvent = (request: TargetRequest, context: KeyContext) =>
  gatewayEventOf(request, request.path, {}, context);
