import {
  catalogueInMemory,
  type LocationCatalogue,
  type PublishedCatalogue,
} from '../../domain/location/catalogue/catalogue.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { writeFigures } from '../../observability/figures.ts';
import { logger } from '../../observability/logger.ts';
import { toStoreFailure } from '../errors.ts';
import { type ReadableBucket, readObject } from '../objects/bucket.ts';
import { objectReader } from '../objects/object-reader.ts';
import { s3LocationFromEnvironment } from '../objects/s3-location.ts';
import { digits, environmentVariable, setting } from '../settings.ts';
import { DamagedPublication, type Manifest, readManifest } from './manifest.ts';
import { refreshingCache, type Waits } from './refreshing-cache.ts';
import { openSnapshot, prepareToOpen } from './snapshot.ts';

/** Bucket of the catalogue, and how it is kept fresh. */
export interface PublishedCatalogueSettings extends ReadableBucket {
  /** Minimum interval between checks for a newer version. */
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each newer version that cannot be read, while the previous one stays in use. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each check with the age of the served version, in seconds since its publication. */
  readonly onAge?: (seconds: number) => void;
  readonly waits?: Waits;
}

/** Published catalogue that names its version. */
export interface ServedCatalogue extends PublishedCatalogue {
  /** Returns the version of the catalogue in use; undefined before one is read. */
  version(): string | undefined;
}

interface Loaded {
  readonly catalogue: LocationCatalogue;
  /** Absent before the first publication. */
  readonly manifest?: { readonly etag: string; readonly publishedAt: string };
}

const operation = 'reading the published catalogue';

/**
 * Creates a catalogue that follows the newest publication: see RefreshingCache for when it is renewed. A newer version
 * that is damaged or unavailable leaves the previous one in use. Before the first publication the network is empty.
 */
export const publishedCatalogue = (settings: PublishedCatalogueSettings): ServedCatalogue => {
  const { now, onAge } = settings;
  const cache = refreshingCache<Loaded>({
    ...settings,
    load: (current) => loadNewest(settings, current),
    late: () => new StoreUnavailable(operation),
    onChecked: ({ manifest }) => {
      if (manifest) onAge?.(Math.max(0, (now() - Date.parse(manifest.publishedAt)) / 1_000));
    },
  });
  return {
    version() {
      const loaded = cache.peek();
      return loaded?.manifest && loaded.catalogue.version;
    },
    async current() {
      try {
        return (await cache.get()).catalogue;
      } catch (error) {
        throw toStoreFailure(operation, error);
      }
    },
  };
};

const loadNewest = async (bucket: ReadableBucket, current: Loaded | undefined): Promise<Loaded> => {
  const reading = await readManifest(bucket, current?.manifest?.etag);
  if (reading.kind === 'found') {
    const { etag, manifest } = reading;
    return {
      manifest: { etag, publishedAt: manifest.publishedAt },
      catalogue: await loadCatalogue(bucket, manifest),
    };
  }
  if (reading.kind === 'absent' && current?.manifest) throw new DamagedPublication('the manifest is gone');
  return current ?? { catalogue: catalogueInMemory('unpublished', [], []) };
};

const loadCatalogue = async (
  bucket: ReadableBucket,
  { version, snapshot }: Manifest,
): Promise<LocationCatalogue> => {
  const download = readObject(bucket, snapshot.key);
  setImmediate(prepareToOpen);
  const reading = await download;
  if (reading.kind !== 'found') throw new DamagedPublication(`${snapshot.key} is missing`);
  return openSnapshot(reading.bytes, { ...snapshot, version }).catalogue;
};

/** The setting CATALOGUE_CHECK_SECONDS: the minimum interval between checks for a newer publication. */
export const checkSeconds = digits(/^\d{1,6}$/, 'must be a number of seconds');

/** Catalogue of this function's deployment. */
let deployed: ServedCatalogue | undefined;

/**
 * Returns the catalogue of this deployment. It is opened on first use, so that importing a handler reads no setting;
 * the first use throws InvalidSetting if the deployment publishes none.
 */
export const deployedCatalogue = (): PublishedCatalogue => ({
  async current() {
    deployed ??= openDeployed();
    return deployed.current();
  },
});

/** Returns the version of the catalogue that this function serves; undefined before the first is read. */
export const servedCatalogueVersion = (): string | undefined => deployed?.version();

const openDeployed = (): ServedCatalogue => {
  const catalogue = publishedCatalogue({
    ...objectReader(s3LocationFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
    checkSeconds: setting('CATALOGUE_CHECK_SECONDS', checkSeconds),
    now: Date.now,
    onFailure: (error) =>
      logger.error('the newest catalogue could not be read', { error, serving: catalogue.version() }),
    onAge: (seconds) => writeFigures({ CatalogueAge: seconds }, {}),
  });
  return catalogue;
};
