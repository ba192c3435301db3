import { randomBytes } from 'node:crypto';
import { pointsView } from '../../../functions/locations-v2/views/published-points.ts';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/reading/published-catalogue.ts';
import {
  type Manifest,
  readManifest,
} from '../../../shared/data-access/publishing/manifest.ts';
import type {
  NetworkReading,
  TakeLocations,
} from '../../../shared/data-access/publishing/network-tables.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';

/** Network given in memory instead of read from the tables. */
export interface GivenNetwork {
  readonly locations: readonly Location[];
  readonly capabilities: readonly Capability[];
}

export const networkOf = (
  locations: readonly Location[],
  capabilities: readonly Capability[] = [],
): GivenNetwork => ({ locations, capabilities });

/** Creates a reader that passes on a network as reading the tables does. */
export const readGiven =
  ({ locations, capabilities }: GivenNetwork) =>
  async (take: TakeLocations): Promise<NetworkReading> => {
    const add = take(capabilities);
    for (const location of locations) add(location);
    return { capabilities, skippedRows: 0 };
  };

export interface PublishOptions {
  readonly now?: () => number;
  readonly event?: unknown;
  readonly readNetwork?: (take: TakeLocations) => Promise<NetworkReading>;
}

/** Creates the ports of a publisher of this bucket and network. */
const publisherOf = (
  bucket: Bucket,
  network: GivenNetwork,
  { now = Date.now, readNetwork = readGiven(network) }: PublishOptions = {},
) =>
  publishLocations({
    bucket,
    readNetwork,
    now,
    randomHex: () => randomBytes(3).toString('hex'),
    supersededVersionDays: 7,
  });

/** Runs the publisher on a network. */
export const runPublisher = (
  bucket: Bucket,
  network: GivenNetwork,
  options: PublishOptions = {},
): Promise<PublicationResult> => publisherOf(bucket, network, options)(options.event ?? { reason: 'test' });

/** Publishes a network, however it differs from the former one. */
export const publishNetwork = async (bucket: Bucket, network: GivenNetwork, options: PublishOptions = {}) => {
  const result = await runPublisher(bucket, network, { event: { force: true }, ...options });
  if (result.status !== 'published')
    throw new Error(`the network was not published: ${JSON.stringify(result)}`);
  return result;
};

/** Loads the catalogue that a new function instance would serve. */
export const servedFrom = async (bucket: Bucket) => {
  const catalogue = await publishedCatalogue(pointsView, {
    ...bucket,
    checkSeconds: 60,
    now: Date.now,
  }).current();
  return { version: catalogue.version, size: catalogue.size };
};

/** Reads the current manifest. */
export const manifestIn = async (bucket: Bucket): Promise<Manifest> => {
  const reading = await readManifest(bucket);
  if (reading.kind !== 'found') throw new Error('nothing is published');
  return reading.manifest;
};
