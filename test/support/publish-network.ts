import { publishLocations } from '../../functions/platform/publish-locations.ts';
import { publishedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedBucket } from '../../shared/data-access/publishing/published-object.ts';
import type { Network } from '../../shared/domain/location/network.ts';

export const networkOf = (
  locations: Network['locations'],
  capabilities: Network['capabilities'] = [],
): Network => ({ locations, capabilities, skippedRows: 0 });

/** Runs the publisher on a network that is given instead of read from the tables. */
export const publishNetwork = (
  bucket: PublishedBucket,
  network: Network,
  { now = Date.now, force = false }: { now?: () => number; force?: boolean } = {},
) =>
  publishLocations({
    bucket,
    network: async () => network,
    now,
    randomHex: () =>
      Math.floor(Math.random() * 0x1000000)
        .toString(16)
        .padStart(6, '0'),
  })({ force });

/** What a function instance that starts at this moment would serve. */
export const servedFrom = async (bucket: PublishedBucket) => {
  const catalogue = await publishedCatalogue({ ...bucket, checkSeconds: 60, now: Date.now }).current();
  return { version: catalogue.version, size: catalogue.size };
};
