import * as z from 'zod';
import { buildLocationCatalogue } from '../../domain/location/build-location-catalogue.ts';
import type { Location } from '../../domain/location/location.ts';
import type { LocationCatalogue, PublishedCatalogue } from '../../domain/location/location-catalogue.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { logger } from '../../observability/logger.ts';
import { recordCatalogueAge } from '../../observability/metrics.ts';
import { environmentVariable } from '../environment.ts';
import { s3Client } from '../s3-client.ts';
import { toStoreFailure } from '../store-failure.ts';
import { checkSecondsFromEnvironment } from './check-interval.ts';
import { DamagedPublication } from './damaged-publication.ts';
import { keptFresh, type Waits } from './kept-fresh.ts';
import { type Manifest, readManifest } from './published-manifest.ts';
import { type PublishedBucket, readObject } from './published-object.ts';
import { openSnapshot } from './snapshot/open-snapshot.ts';

/** Where the catalogue is published, and how it is kept fresh. */
export interface PublishedCatalogueSettings extends PublishedBucket {
  /** How often to look for a newer version at most. */
  readonly checkSeconds: number;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Told of each newer version that could not be read while the former goes on being served. */
  readonly onFailure?: (error: unknown) => void;
  /** Told after each look for a newer version how many seconds ago the one was published that is served. */
  readonly onAge?: (seconds: number) => void;
  readonly waits?: Waits;
}

/** A published catalogue that says which version it serves. */
export interface ServedCatalogue extends PublishedCatalogue {
  /** Version of the catalogue that answers are made from; undefined before a published one was read. */
  version(): string | undefined;
}

interface Held {
  /** Of the manifest; absent while nothing is published, like the time. */
  readonly etag?: string;
  /** ISO 8601. */
  readonly publishedAt?: string;
  readonly catalogue: LocationCatalogue;
}

/** The checksum says that the publisher has parsed every field of the record. */
const isRecord = z.custom<Location>(
  (value) => typeof value === 'object' && value !== null && 'locationCode' in value,
);
const readLocation = (line: string): Location => isRecord.parse(JSON.parse(line));

const loadCatalogue = async (bucket: PublishedBucket, manifest: Manifest): Promise<LocationCatalogue> => {
  const { version, catalogue } = manifest;
  const reading = await readObject(bucket, catalogue.key);
  if (reading.kind !== 'found') throw new DamagedPublication(`${catalogue.key} is not there`);
  return openSnapshot(reading.bytes, { ...catalogue, version }, readLocation);
};

/** What is served where nothing was ever published: a network without a single location. */
const unpublished: Held = { catalogue: buildLocationCatalogue('unpublished', [], []) };

const loadNewest = async (bucket: PublishedBucket, former: Held | undefined): Promise<Held> => {
  const reading = await readManifest(bucket, former?.etag);
  if (reading.kind === 'found') {
    const { etag, manifest } = reading;
    return { etag, publishedAt: manifest.publishedAt, catalogue: await loadCatalogue(bucket, manifest) };
  }
  if (reading.kind === 'absent' && former?.etag !== undefined) {
    throw new DamagedPublication('the manifest is gone');
  }
  return former ?? unpublished;
};

const operation = 'reading the published catalogue';

/**
 * The newest published catalogue, kept in memory: see KeptFresh for when it is renewed. A newer version that is
 * damaged, or does not arrive, leaves the former one in use. Before the first publication the network is empty.
 */
export const publishedCatalogue = (settings: PublishedCatalogueSettings): ServedCatalogue => {
  const { now, onAge } = settings;
  const kept = keptFresh<Held>({
    ...settings,
    load: (former) => loadNewest(settings, former),
    late: () => new StoreUnavailable(operation),
    onChecked: ({ publishedAt }) => {
      if (publishedAt !== undefined) onAge?.(Math.max(0, (now() - Date.parse(publishedAt)) / 1_000));
    },
  });
  return {
    version: () => {
      const held = kept.held();
      return held?.etag === undefined ? undefined : held.catalogue.version;
    },
    async current() {
      try {
        return (await kept.newest()).catalogue;
      } catch (error) {
        throw toStoreFailure(operation, error);
      }
    },
  };
};

let served: ServedCatalogue | undefined;

/** One for all handlers of a function: made by the first request, so that importing a handler asks for nothing. */
const servedFromEnvironment = (): ServedCatalogue => {
  served ??= publishedCatalogue({
    client: s3Client(),
    bucket: environmentVariable('PUBLISHED_BUCKET'),
    checkSeconds: checkSecondsFromEnvironment(),
    now: Date.now,
    onFailure: (error) =>
      logger.error('the newest catalogue could not be read', { error, serving: served?.version() }),
    onAge: recordCatalogueAge,
  });
  return served;
};

/** The catalogue of this deployment's bucket. Its first use throws MissingSetting where the deployment has none. */
export const publishedCatalogueFromEnvironment = (): PublishedCatalogue => ({
  current: async () => servedFromEnvironment().current(),
});

/** Version of the catalogue that this function answers from; undefined before it read the first. */
export const servedCatalogueVersion = (): string | undefined => served?.version();
