import { buildLocationCatalogue } from '../../../domain/location/catalogue/build-location-catalogue.ts';
import type {
  LocationCatalogue,
  PublishedCatalogue,
} from '../../../domain/location/catalogue/location-catalogue.ts';
import { StoreUnavailable } from '../../../domain/store-unavailable.ts';
import { toStoreFailure } from '../../errors.ts';
import { type ReadableBucket, readObject } from '../../objects/bucket.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { openSnapshot } from '../snapshot/open-snapshot.ts';
import { prepareToDecompress } from '../snapshot/snapshot-compression.ts';
import { keptFresh, type Waits } from './kept-fresh.ts';
import { type CatalogueName, type Manifest, readManifest } from './published-manifest.ts';

/** View of the network for a function: its catalogue, and how lines of it are read. */
export interface CatalogueView<Body> {
  readonly name: CatalogueName;
  /** Parses a line. Throws if it is not one. */
  readonly readLine: (line: string) => Body;
}

/** Bucket of the catalogue, and how it is kept fresh. */
export interface PublishedCatalogueSettings extends ReadableBucket {
  /** Minimum interval between checks for a newer version. */
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each newer version that cannot be read, while the former stays in use. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each check with the age of the served version, in seconds since its publication. */
  readonly onAge?: (seconds: number) => void;
  readonly waits?: Waits;
}

/** Published catalogue that tells its version. */
export interface ServedCatalogue<Body> extends PublishedCatalogue<Body> {
  /** Returns the version of the catalogue in use; undefined before one is read. */
  version(): string | undefined;
}

interface Held<Body> {
  /** ETag of the manifest; absent while nothing is published, as is `publishedAt`. */
  readonly etag?: string;
  /** Time of publication, ISO 8601. */
  readonly publishedAt?: string;
  readonly catalogue: LocationCatalogue<Body>;
}

const loadCatalogue = async <Body>(
  bucket: ReadableBucket,
  manifest: Manifest,
  view: CatalogueView<Body>,
): Promise<LocationCatalogue<Body>> => {
  const stored = manifest.catalogues[view.name];
  const asked = readObject(bucket, stored.key);
  // Loads the decompressor while the file is being downloaded.
  setImmediate(prepareToDecompress);
  const reading = await asked;
  if (reading.kind !== 'found') throw new DamagedPublication(`${stored.key} is not there`);
  return openSnapshot(reading.bytes, { ...stored, version: manifest.version }, view.readLine);
};

/** Creates an empty network, served before the first publication. */
const unpublished = <Body>({ readLine }: CatalogueView<Body>): Held<Body> => ({
  catalogue: buildLocationCatalogue('unpublished', [], [], () => readLine('')),
});

const loadNewest = async <Body>(
  bucket: ReadableBucket,
  view: CatalogueView<Body>,
  former: Held<Body> | undefined,
): Promise<Held<Body>> => {
  const reading = await readManifest(bucket, former?.etag);
  if (reading.kind === 'found') {
    const { etag, manifest } = reading;
    return {
      etag,
      publishedAt: manifest.publishedAt,
      catalogue: await loadCatalogue(bucket, manifest, view),
    };
  }
  if (reading.kind === 'absent' && former?.etag !== undefined) {
    throw new DamagedPublication('the manifest is gone');
  }
  return former ?? unpublished(view);
};

const operation = 'reading the published catalogue';

/**
 * Creates a catalogue that follows the newest publication: see KeptFresh for when it is renewed. A newer version that
 * is damaged or unavailable leaves the former one in use. Before the first publication the network is empty.
 */
export const publishedCatalogue = <Body>(
  view: CatalogueView<Body>,
  settings: PublishedCatalogueSettings,
): ServedCatalogue<Body> => {
  const { now, onAge } = settings;
  const kept = keptFresh<Held<Body>>({
    ...settings,
    load: (former) => loadNewest(settings, view, former),
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
