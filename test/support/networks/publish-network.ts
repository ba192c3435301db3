import { randomBytes } from 'node:crypto';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import { stages } from '../../../infra/stages/stages.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { type Manifest, readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { NetworkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Holiday } from '../../../shared/domain/holiday.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';

/** Network in memory, which the publisher uses instead of reading one from the tables. */
export interface GivenNetwork {
  readonly locations: readonly Location[];
  readonly capabilities: readonly Capability[];
  readonly holidays?: readonly Holiday[];
}

export const networkOf = (
  locations: readonly Location[],
  capabilities: readonly Capability[] = [],
): GivenNetwork => ({ locations, capabilities });

const recordOf = (location: Location) => ({
  code: location.locationCode,
  text: JSON.stringify(location),
});

export const tablesOf = ({ locations, capabilities, holidays = [] }: GivenNetwork): NetworkTables => {
  const records = locations.map(recordOf).sort((one, other) => (one.code < other.code ? -1 : 1));
  return {
    codesOfBatches: async () => [],
    readPlaces: async () => [],
    readHolidays: async () => holidays,
    readLocations: async () => ({ locations, capabilities, skippedRows: 0 }),
    readAll: async () => ({ records, capabilities, skippedRows: 0 }),
    readSome: async (codes) => ({
      records: records.filter(({ code }) => codes.has(code)),
      capabilities,
      skippedRows: 0,
    }),
  };
};

export interface PublishOptions {
  readonly now?: () => number;
  readonly event?: unknown;
  readonly tables?: NetworkTables;
  readonly maxLeaseWait?: number;
  readonly outletsOrigin?: string | undefined;
}

/** Builds the stream event for changes to these locations. */
export const changeOf = (...codes: readonly string[]) => ({
  Records: codes.map((S) => ({
    eventSource: 'aws:dynamodb',
    dynamodb: { Keys: { bucket: { N: '1' }, locationCode: { S } } },
  })),
});

/** Runs the publisher with a network. Throws the publisher's errors, and an Error if the event needs no run. */
export const runPublisher = async (
  bucket: Bucket,
  network: GivenNetwork,
  {
    now = Date.now,
    event = { reason: 'test' },
    tables = tablesOf(network),
    maxLeaseWait = 0,
    outletsOrigin,
  }: PublishOptions = {},
): Promise<PublicationResult> => {
  const publish = publishLocations({
    bucket,
    tables,
    now,
    randomHex: () => randomBytes(3).toString('hex'),
    supersededVersionDays: 7,
    changeLimits: stages.prod.changeLimits,
    maxLeaseWait,
    outletsOrigin,
  });
  const result = await publish(event);
  if (!result) throw new Error('the event needs no run');
  return result;
};

/** Publishes a network, however much it differs from the previous one. */
export const publishNetwork = async (bucket: Bucket, network: GivenNetwork, options: PublishOptions = {}) => {
  const result = await runPublisher(bucket, network, { event: { force: true }, ...options });
  if (result.status !== 'published')
    throw new Error(`the network was not published: ${JSON.stringify(result)}`);
  return result;
};

export const servedFrom = async (bucket: Bucket) => {
  const { version, size } = await publishedCatalogue({
    ...bucket,
    checkSeconds: 60,
    now: Date.now,
  }).current();
  return { version, size };
};

export const manifestIn = async (bucket: Bucket): Promise<Manifest> => {
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') throw new Error('nothing is published');
  return reading.manifest;
};
