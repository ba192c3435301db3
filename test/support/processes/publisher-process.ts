import { randomBytes } from 'node:crypto';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { bulkLimits, documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { networkTables } from '../../../shared/data-access/publishing/network-tables.ts';

/**
 * Runs a publisher in its own process, so that it can be killed. Its clock may be ahead, but not that of its clients.
 */
const client = documentClient(bulkLimits);
const variable = (name: string): string => process.env[name] ?? '';
const table = (name: string) => ({ client, tableName: variable(name) });
const publish = publishLocations({
  bucket: sdkBucket(s3Client(bulkLimits), variable('PUBLISHED_BUCKET')),
  tables: networkTables(
    {
      locations: table('LOCATIONS_TABLE'),
      capabilities: table('CAPABILITIES_TABLE'),
      places: table('BILLERS_TABLE'),
      changes: table('LOCATION_CHANGES_TABLE'),
    },
    () => {},
  ),
  now: () => Date.now() + Number(variable('CLOCK_AHEAD')),
  randomHex: () => randomBytes(3).toString('hex'),
  supersededVersionDays: 7,
  changeLimits: stages.prod.changeLimits,
  maxLeaseWait: 0,
});

process.send?.({ kind: 'started' });
process.send?.(await publish({ reason: 'test' }));
process.disconnect?.();
