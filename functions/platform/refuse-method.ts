import * as z from 'zod/mini';
import { jsonText, setting } from '../../shared/data-access/settings.ts';
import { ApiError, rejectRequest, unknownPath } from '../../shared/http/errors.ts';
import { endsWithSlash, gatewayEvent } from '../../shared/http/gateway-event.ts';
import type { ProxyResult } from '../../shared/http/response.ts';

/** Allowed methods by resource path, as deployed. */
const allowedMethods = setting(
  'ALLOWED_METHODS',
  jsonText(z.record(z.string(), z.array(z.string()).check(z.minLength(1)))),
);

/** Lambda handler for methods that a path does not support. Returns 405 with the allowed methods. */
export const handler = async (event: unknown): Promise<ProxyResult> => {
  const request = gatewayEvent.parse(event);
  if (endsWithSlash(request)) return rejectRequest(request, unknownPath());
  const methods = allowedMethods[request.resource] ?? [];
  const error = new ApiError(
    'METHOD_NOT_ALLOWED',
    [{ detail: `This path supports only ${methods.join(' and ')}.` }],
    { allow: methods.join(', ') },
  );
  return rejectRequest(request, error);
};
