import type { HealthCheckStatus } from './contract.ts';
import { apiHandler } from './service.ts';

/** GET /bill-management-api/v1/ping: whether functions run at all; no store is asked. */
export const ping = () => apiHandler({}, async (): Promise<HealthCheckStatus> => ({ status: 'UP' }));

export const handler = ping();
