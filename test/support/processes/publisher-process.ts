import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import { bulkLimits, documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { networkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { changeOf } from '../networks/publish-network.ts';
import { peakMegabytes } from './peak-megabytes.ts';

/** Runs a publisher in its own process, which can be killed, with a clock that may be ahead. */

const { LOCATIONS_TABLE, CAPABILITIES_TABLE, PUBLISHED_BUCKET, CLOCK_AHEAD, CHANGED_CODE } = z
  .object({
    LOCATIONS_TABLE: z.string(),
    CAPABILITIES_TABLE: z.string(),
    PUBLISHED_BUCKET: z.string(),
    CLOCK_AHEAD: z.string().transform(Number),
    CHANGED_CODE: z.string(),
  })
  .parse(process.env);

const client = documentClient(bulkLimits);
const publish = publishLocations({
  bucket: sdkBucket(s3Client(bulkLimits), PUBLISHED_BUCKET),
  tables: networkTables(
    { client, tableName: LOCATIONS_TABLE },
    { client, tableName: CAPABILITIES_TABLE },
    () => {},
  ),
  now: () => Date.now() + CLOCK_AHEAD,
  randomHex: () => randomBytes(3).toString('hex'),
  supersededVersionDays: 7,
  maxLeaseWait: 0,
});

process.send?.({ kind: 'started' });
const result = await publish(CHANGED_CODE === '' ? { reason: 'test' } : changeOf(CHANGED_CODE));
const { user, system } = process.cpuUsage();
const cost = {
  processorSeconds: (user + system) / 1e6,
  peakMegabytes: peakMegabytes(),
};
process.send?.({ kind: 'ended', result, ...cost });
process.disconnect?.();
