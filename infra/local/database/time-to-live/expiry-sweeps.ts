import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../../clock.ts';
import { type HourlyWork, startHourlyWork } from '../../start/hourly-work.ts';
import type { DeployedTable } from '../../template/deployment.ts';
import { deleteExpired, type ExpiringTable, expiringTables } from './delete-expired.ts';

export interface ExpirySettings {
  readonly tables: readonly DeployedTable[];
  readonly documents: DynamoDBDocumentClient;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

const sweep = async (table: ExpiringTable, { documents, log, clock = systemClock }: ExpirySettings) => {
  try {
    const deleted = await deleteExpired(documents, table, clock.now());
    if (deleted > 0) log(`time to live: ${deleted} expired items of ${table.name} were deleted`);
  } catch (error) {
    log(`time to live: what has expired of ${table.name} was not deleted: ${error}`);
  }
};

/**
 * Deletes what has expired of the tables, soon and then every hour, as DynamoDB does within some days. A sweep that fails
 * is told, and the next one tries again.
 */
export const startExpirySweeps = (settings: ExpirySettings): HourlyWork => {
  const expiring = expiringTables(settings.tables);
  return startHourlyWork(async () => {
    for (const table of expiring) await sweep(table, settings);
  }, settings.clock);
};
