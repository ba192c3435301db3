import { buildLocationCatalogue } from '../../../domain/location/catalogue/build-location-catalogue.ts';
import type {
  LocationCatalogue,
  PublishedCatalogue,
} from '../../../domain/location/catalogue/location-catalogue.ts';
import type { Location } from '../../../domain/location/location.ts';
import { StoreUnavailable } from '../../../domain/store-unavailable.ts';
import { type ReadableBucket, readObject } from '../../objects/bucket.ts';
import { toStoreFailure } from '../../store-failure.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { openSnapshot } from '../snapshot/open-snapshot.ts';
import { prepareToDecompress } from '../snapshot/snapshot-compression.ts';
import { readFormerSnapshot } from './former-snapshot.ts';
import { keptFresh, type Waits } from './kept-fresh.ts';
import {
  type CatalogueName,
  type Manifest,
  manifestFormat,
  readManifest,
  type SeenManifest,
  type StoredFile,
} from './published-manifest.ts';
import { readStoredFile } from './stored-file.ts';

/** What functions show of the network: the catalogue that is made for them, and how its lines are read. */
export interface CatalogueView<Body> {
  readonly name: CatalogueName;
  /** What the publisher keeps of a location. */
  readonly line: (location: Location) => string;
  /** Throws where the line is none. */
  readonly readLine: (line: string) => Body;
}

/** Where the catalogue is published, and how it is kept fresh. */
export interface PublishedCatalogueSettings extends ReadableBucket {
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
export interface ServedCatalogue<Body> extends PublishedCatalogue<Body> {
  /** Version of the catalogue that answers are made from; undefined before a published one was read. */
  version(): string | undefined;
}

interface Held<Body> {
  /** The manifest that names it; absent while nothing is published, like the time. */
  readonly seen?: SeenManifest;
  /** ISO 8601. */
  readonly publishedAt?: string;
  readonly catalogue: LocationCatalogue<Body>;
}

const bodyFrom =
  <Body>({ line, readLine }: CatalogueView<Body>) =>
  (location: Location): Body =>
    readLine(line(location));

/** What the release before published, made into what this one would have. It is read only while nothing else is there. */
const loadFormer = async <Body>(
  bucket: ReadableBucket,
  file: StoredFile,
  view: CatalogueView<Body>,
): Promise<LocationCatalogue<Body>> => {
  const { version, locations, capabilities } = readFormerSnapshot(await readStoredFile(bucket, file));
  return buildLocationCatalogue(version, locations, capabilities, bodyFrom(view));
};

const loadCatalogue = async <Body>(
  bucket: ReadableBucket,
  manifest: Manifest,
  view: CatalogueView<Body>,
): Promise<LocationCatalogue<Body>> => {
  if (manifest.format !== manifestFormat) return loadFormer(bucket, manifest.catalogue, view);
  const stored = manifest.catalogues[view.name];
  const asked = readObject(bucket, stored.key);
  // Once it is asked for: what it is unpacked with is there when it comes.
  setImmediate(prepareToDecompress);
  const reading = await asked;
  if (reading.kind !== 'found') throw new DamagedPublication(`${stored.key} is not there`);
  return openSnapshot(reading.bytes, { ...stored, version: manifest.version }, view.readLine);
};

/** What is served where nothing was ever published: a network without a single location. */
const unpublished = <Body>(view: CatalogueView<Body>): Held<Body> => ({
  catalogue: buildLocationCatalogue('unpublished', [], [], bodyFrom(view)),
});

const loadNewest = async <Body>(
  bucket: ReadableBucket,
  view: CatalogueView<Body>,
  former: Held<Body> | undefined,
): Promise<Held<Body>> => {
  const reading = await readManifest(bucket, former?.seen);
  if (reading.kind === 'found') {
    const { key, etag, manifest } = reading;
    return {
      seen: { key, etag },
      publishedAt: manifest.publishedAt,
      catalogue: await loadCatalogue(bucket, manifest, view),
    };
  }
  if (reading.kind === 'absent' && former?.seen !== undefined) {
    throw new DamagedPublication('the manifest is gone');
  }
  return former ?? unpublished(view);
};

const operation = 'reading the published catalogue';

/**
 * The newest published catalogue, kept in memory: see KeptFresh for when it is renewed. A newer version that is
 * damaged, or does not arrive, leaves the former one in use. Before the first publication the network is empty.
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
      return held?.seen === undefined ? undefined : held.catalogue.version;
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
