import { randomBytes } from 'node:crypto';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import { stages } from '../../../infra/stages/stages.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { type Manifest, readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import { type NetworkTables, networkTables } from '../../../shared/data-access/publishing/network-tables.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Holiday } from '../../../shared/domain/holiday.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';
import { recordsOf } from './network-records.ts';

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

export const tablesOf = ({ locations, capabilities, holidays = [] }: GivenNetwork): NetworkTables => {
  const records = recordsOf(locations);
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

export interface PublishOptions extends Partial<Parameters<typeof publishLocations>[0]> {
  readonly event?: unknown;
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
  { event = { reason: 'test' }, ...ports }: PublishOptions = {},
): Promise<PublicationResult> => {
  const publish = publishLocations({
    bucket,
    tables: tablesOf(network),
    now: Date.now,
    randomHex: () => randomBytes(3).toString('hex'),
    supersededVersionDays: 7,
    changeLimits: stages.prod.changeLimits,
    maxLeaseWait: 0,
    ...ports,
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
  const catalogue = publishedCatalogue({ ...bucket, checkSeconds: 60, now: Date.now });
  const { version, size } = await catalogue.current();
  return { version, size };
};

export const manifestIn = async (bucket: Bucket): Promise<Manifest> => {
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') throw new Error('nothing is published');
  return reading.manifest;
};

type NetworkTableNames = Pick<
  EmbeddedTables['tables'],
  'locations' | 'capabilities' | 'billers' | 'locationChanges'
>;

export const networkOfTables = (
  { client, tables }: Pick<EmbeddedTables, 'client'> & { readonly tables: NetworkTableNames },
  onBadRow: (row: object) => void = () => {},
): NetworkTables => {
  const table = (tableName: string) => ({ client, tableName });
  return networkTables(
    {
      locations: table(tables.locations),
      capabilities: table(tables.capabilities),
      places: table(tables.billers),
      changes: table(tables.locationChanges),
    },
    onBadRow,
  );
};
