import type { HealthCheckStatus } from './contract.ts';
import { apiHandler } from './service.ts';

/** GET /bill-management-api/v1/ping: liveness of the function; no store is probed. */
export const ping = () => apiHandler({}, async (): Promise<HealthCheckStatus> => ({ status: 'UP' }));

export const handler = ping();
