import { notFound } from '../../shared/http/api-error.ts';
import type { ProxyResult } from '../../shared/http/api-response.ts';
import { toErrorResult } from '../../shared/http/error-response.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';

/** Every path that leads to no operation: 404, whatever the path is. */
export const handler = async (event: unknown): Promise<ProxyResult> => {
  const { requestContext } = gatewayEvent.parse(event);
  const refusal = notFound('There is nothing under this path.');
  return toErrorResult(refusal, { failures: [], namesSource: false }, requestContext.requestId);
};
