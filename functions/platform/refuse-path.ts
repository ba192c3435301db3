import { notFound } from '../../shared/http/api-error.ts';
import type { ProxyResult } from '../../shared/http/api-response.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';
import { refuse } from '../../shared/http/refusal.ts';

/** Every path that leads to no operation: 404, whatever the path is. */
export const handler = async (event: unknown): Promise<ProxyResult> =>
  refuse(gatewayEvent.parse(event), notFound('There is nothing under this path.'));
