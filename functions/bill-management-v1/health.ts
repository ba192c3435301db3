import { probeTable, tableFromEnvironment } from '../../shared/data-access/table.ts';
import { shortCache } from '../../shared/domain/short-cache.ts';
import { retryLater } from '../../shared/http/headers.ts';
import { ApiResponse } from '../../shared/http/response.ts';
import { logger } from '../../shared/observability/logger.ts';
import type { HealthCheckStatus } from './contract.ts';
import { apiHandler } from './service.ts';

/**
 * Cache time of a result in milliseconds. Results are cached, because anyone can call the operation at any rate without
 * a key.
 */
const cacheMilliseconds = { UP: 5_000, DOWN: 1_000 };

/**
 * GET /bill-management-api/v1/health: returns UP, or 503 with DOWN if a store that the service needs does not respond.
 * A probe throws if its store does not respond. Results are cached briefly.
 */
export const health = (probes: readonly (() => Promise<void>)[], now = Date.now) => {
  const status = shortCache({
    read: () => probeAll(probes),
    milliseconds: (value) => cacheMilliseconds[value],
    now,
  });
  return apiHandler({}, async (): Promise<HealthCheckStatus | ApiResponse> => {
    const body: HealthCheckStatus = { status: await status() };
    return body.status === 'UP' ? body : new ApiResponse(503, retryLater, JSON.stringify(body));
  });
};

const probeAll = async (probes: readonly (() => Promise<void>)[]): Promise<HealthCheckStatus['status']> => {
  const results = await Promise.allSettled(probes.map((probe) => probe()));
  const failures: unknown[] = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  if (failures.length === 0) return 'UP';
  logger.error('health check failed', { failures });
  return 'DOWN';
};

const billers = tableFromEnvironment('BILLERS_TABLE');
const enquiries = tableFromEnvironment('ENQUIRIES_TABLE');

export const handler = health([
  () => probeTable(billers, { kind: 'PROBE', code: 'PROBE' }),
  () => probeTable(enquiries, { id: 'PROBE' }),
]);
