import { rejectRequest, unknownPath } from '../../shared/http/errors.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';
import type { ProxyResult } from '../../shared/http/response.ts';

/** Lambda handler for paths without an operation. Always returns 404. */
export const handler = async (event: unknown): Promise<ProxyResult> =>
  rejectRequest(gatewayEvent.parse(event), unknownPath());
