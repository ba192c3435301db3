import {
  catalogueInMemory,
  type LocationCatalogue,
  type PublishedCatalogue,
} from '../../domain/location/catalogue/catalogue.ts';
import { writeFigures } from '../../observability/figures.ts';
import { logger } from '../../observability/logger.ts';
import { storeCall } from '../errors.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { objectReader, s3LocationFromEnvironment } from '../objects/object-reader.ts';
import { digits, environmentVariable, setting } from '../settings.ts';
import { DamagedPublication, readManifest } from './manifest.ts';
import { type CheckSettings, refreshingCache, type Waits } from './refreshing-cache.ts';
import { readSnapshot } from './snapshot.ts';
import { storedTextIndexes } from './text-files.ts';

interface PublishedCatalogueSettings extends ReadableBucket, CheckSettings {
  /** Called after each check with the age of the served version, in seconds since its publication. */
  readonly onAge?: (seconds: number) => void;
}

interface Loaded {
  readonly catalogue: LocationCatalogue;
  /** Absent before the first publication. */
  readonly manifest?: { readonly etag: string; readonly publishedAt: string };
}

/**
 * Creates a catalogue that follows the newest publication: see refreshingCache. While that is damaged or unavailable,
 * the previous one stays in use. Before the first publication, the network is empty.
 */
export const publishedCatalogue = (settings: PublishedCatalogueSettings) => {
  const { now, onAge } = settings;
  const operation = 'reading the published catalogue';
  const cache = refreshingCache<Loaded>({
    ...settings,
    load: (current) => loadNewest(settings, current),
    operation,
    onChecked: ({ manifest }) => {
      if (manifest) onAge?.(Math.max(0, (now() - Date.parse(manifest.publishedAt)) / 1_000));
    },
  });
  return {
    /** Returns the version of the catalogue in use; undefined until a catalogue has been read. */
    version(): string | undefined {
      const loaded = cache.peek();
      return loaded?.manifest && loaded.catalogue.version;
    },
    current: (): Promise<LocationCatalogue> =>
      storeCall(operation, async () => (await cache.get()).catalogue),
  };
};

/** Version of the empty network before the first publication. It never appears in a response. */
const unpublished = 'unpublished';

const loadNewest = async (bucket: ReadableBucket, current: Loaded | undefined): Promise<Loaded> => {
  const reading = await readManifest(bucket, current?.manifest?.etag);
  if (reading.kind === 'absent' && current?.manifest) throw new DamagedPublication('the manifest is missing');
  if (reading.kind !== 'found') return current ?? { catalogue: catalogueInMemory(unpublished, [], []) };
  const { etag, manifest } = reading;
  const { catalogue } = await readSnapshot(bucket, manifest, storedTextIndexes(bucket, manifest));
  return { catalogue, manifest: { etag, publishedAt: manifest.publishedAt } };
};

/** Schema of CATALOGUE_CHECK_SECONDS, the minimum interval between checks for a newer publication. */
export const checkSeconds = digits(/^\d{1,6}$/, 'must be a number of seconds');

/** Reads the bucket and the check interval of this deployment. Throws InvalidSetting. */
export const deployedSettings = () => ({
  ...objectReader(s3LocationFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
  checkSeconds: setting('CATALOGUE_CHECK_SECONDS', checkSeconds),
  now: Date.now,
});

/** Times to wait where no client waits, for example over an operator's slow connection. */
export const patientWaits: Waits = { first: 60_000, newer: 5_000, max: 60_000 };

let deployed: ReturnType<typeof publishedCatalogue> | undefined;

/** Returns the catalogue of this deployment. Its first use throws InvalidSetting if settings are missing. */
export const deployedCatalogue = (): PublishedCatalogue => ({
  async current() {
    deployed ??= publishedCatalogue({
      ...deployedSettings(),
      onFailure: (error) =>
        logger.error('the newest catalogue could not be read', { error, serving: servedCatalogueVersion() }),
      onAge: (seconds) => writeFigures({ CatalogueAge: seconds }, {}),
    });
    return deployed.current();
  },
});

/** The version of the catalogue in use, or a given one; undefined before a catalogue was published and read. */
export const servedCatalogueVersion = (version = deployed?.version()): string | undefined =>
  version === unpublished ? undefined : version;
