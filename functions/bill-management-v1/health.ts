import { probeTable, tableFromEnvironment } from '../../shared/data-access/table.ts';
import { retryLater } from '../../shared/http/headers.ts';
import { ApiResponse } from '../../shared/http/response.ts';
import { logger } from '../../shared/observability/logger.ts';
import type { HealthCheckStatus } from './contract.ts';
import { apiHandler } from './service.ts';

/**
 * GET /bill-management-api/v1/health: returns UP, or 503 with DOWN while a store that the service needs does not
 * respond. A probe throws if its store does not respond.
 */
export const health = (probes: readonly (() => Promise<void>)[]) =>
  apiHandler({}, async (): Promise<HealthCheckStatus | ApiResponse> => {
    const results = await Promise.allSettled(probes.map((probe) => probe()));
    const failures: unknown[] = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    if (failures.length === 0) return { status: 'UP' };
    logger.error('health check failed', { failures });
    const body: HealthCheckStatus = { status: 'DOWN' };
    return new ApiResponse(503, retryLater, JSON.stringify(body));
  });

const billers = tableFromEnvironment('BILLERS_TABLE');
const enquiries = tableFromEnvironment('ENQUIRIES_TABLE');

export const handler = health([
  () => probeTable(billers, { kind: 'PROBE', code: 'PROBE' }),
  () => probeTable(enquiries, { id: 'PROBE' }),
]);
