import * as z from 'zod/mini';
import { jsonText, setting } from '../../shared/data-access/settings.ts';
import { ApiError, refuse } from '../../shared/http/errors.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';
import type { ProxyResult } from '../../shared/http/response.ts';

/** Allowed methods by resource path, as deployed. */
type AllowedMethods = Readonly<Record<string, readonly string[]>>;

const allowedMethods = jsonText(z.record(z.string(), z.array(z.string()).check(z.minLength(1))));

/** Lambda handler of methods that a path does not support: 405 with the allowed methods. */
export const refuseMethod =
  (methodsOf: AllowedMethods) =>
  async (event: unknown): Promise<ProxyResult> => {
    const request = gatewayEvent.parse(event);
    const methods = methodsOf[request.resource] ?? [];
    const refusal = new ApiError(
      'METHOD_NOT_ALLOWED',
      [{ detail: `This path supports only ${methods.join(' and ')}.` }],
      { allow: methods.join(', ') },
    );
    return refuse(request, refusal);
  };

export const handler = refuseMethod(setting('ALLOWED_METHODS', allowedMethods));
