import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { bulkLimits, documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { networkTables } from '../../../shared/data-access/publishing/network-tables.ts';

/** Runs a publisher in its own process, so that it can be killed, with a clock that may be ahead. */

const {
  LOCATIONS_TABLE,
  CAPABILITIES_TABLE,
  BILLERS_TABLE,
  LOCATION_CHANGES_TABLE,
  PUBLISHED_BUCKET,
  CLOCK_AHEAD,
} = z
  .object({
    LOCATIONS_TABLE: z.string(),
    CAPABILITIES_TABLE: z.string(),
    BILLERS_TABLE: z.string(),
    LOCATION_CHANGES_TABLE: z.string(),
    PUBLISHED_BUCKET: z.string(),
    CLOCK_AHEAD: z.string().transform(Number),
  })
  .parse(process.env);

const client = documentClient(bulkLimits);
const publish = publishLocations({
  bucket: sdkBucket(s3Client(bulkLimits), PUBLISHED_BUCKET),
  tables: networkTables(
    {
      locations: { client, tableName: LOCATIONS_TABLE },
      capabilities: { client, tableName: CAPABILITIES_TABLE },
      places: { client, tableName: BILLERS_TABLE },
      changes: { client, tableName: LOCATION_CHANGES_TABLE },
    },
    () => {},
  ),
  now: () => Date.now() + CLOCK_AHEAD,
  randomHex: () => randomBytes(3).toString('hex'),
  supersededVersionDays: 7,
  changeLimits: stages.prod.changeLimits,
  maxLeaseWait: 0,
});

process.send?.({ kind: 'started' });
process.send?.(await publish({ reason: 'test' }));
process.disconnect?.();
