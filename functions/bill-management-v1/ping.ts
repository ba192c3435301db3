import type { HealthCheckStatus } from './contract.ts';
import { apiHandler } from './service.ts';

/** GET /bill-management-api/v1/ping: reports that the function is running, without probing a store. */
export const ping = () => apiHandler({}, async (): Promise<HealthCheckStatus> => ({ status: 'UP' }));

export const handler = ping();
