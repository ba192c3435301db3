import { notFound, refuse } from '../../shared/http/errors.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';
import type { ProxyResult } from '../../shared/http/response.ts';

/** Lambda handler of paths without an operation: always 404. */
export const handler = async (event: unknown): Promise<ProxyResult> =>
  refuse(gatewayEvent.parse(event), notFound('No resource exists at this path.'));
