import { lazy } from '../../domain/lazy.ts';
import {
  type Download,
  type DownloadLink,
  type ExportLink,
  NoExportYet,
} from '../../domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { logger } from '../../observability/logger.ts';
import { toStoreFailure } from '../errors.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { objectReader, type Presign } from '../objects/object-reader.ts';
import { s3LocationFromEnvironment } from '../objects/s3-location.ts';
import { storeMilliseconds, withTimeout } from '../retry.ts';
import { environmentVariable, setting } from '../settings.ts';
import { changesFileAfter, type PublicationHistory, readHistory } from './history.ts';
import { type Manifest, readManifest, type StoredFile } from './manifest.ts';
import { checkSeconds } from './published-catalogue.ts';
import { refreshingCache, type Waits } from './refreshing-cache.ts';

/**
 * Lifetime of a link in seconds: short, as any holder of the URL can download the file, and within any session that
 * signs it.
 */
const linkSeconds = 300;

const operation = 'finding the newest export';

/** Bucket of the export, and how its links are kept fresh. */
export interface PublishedExportSettings extends ReadableBucket {
  readonly presign: Presign;
  /** Minimum interval between checks for a newer export. */
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed check, while links to the previous export are still issued. */
  readonly onFailure?: (error: unknown) => void;
  readonly waits?: Waits;
}

/** Creates links to the files in the manifest; the last known manifest is used while S3 is unavailable. */
export const publishedExport = (settings: PublishedExportSettings): ExportLink => {
  const { now } = settings;
  const historyOf = historyReader(settings);
  const cache = refreshingCache<LoadedManifest>({
    ...settings,
    load: (current) => loadNewest(settings, current),
    late: () => new StoreUnavailable(operation),
  });

  const findNewest = async (download: Download): Promise<VersionedFile> => {
    const { version, full, changes, removed, files } = (await cache.get()).manifest;
    if (download === 'changes') return { file: changes.file, version };
    if (download === 'removed') return { file: removed, version };
    if (download === 'files') return { file: files, version };
    return { file: full.exports[download], version: full.version };
  };
  const findChanges = async (since: string): Promise<VersionedFile | undefined> => {
    const known = await cache.get();
    // The client may have the version from another instance that has already seen it.
    const { manifest } = since > known.manifest.version ? await cache.refresh() : known;
    const file = changesFileAfter(since, await historyOf(manifest), manifest.noChanges);
    return file && { file, version: manifest.version };
  };
  const linkTo = ({ file: { key, bytes, sha256 }, version }: VersionedFile): DownloadLink => {
    const signedAt = now();
    const url = settings.presign(key, { expiresIn: linkSeconds, signingDate: new Date(signedAt) });
    return { url, expiresAt: endOfLink(signedAt), version, bytes, sha256 };
  };

  return {
    newest: async (download) => linkTo(await inTime(() => findNewest(download))),
    async changesAfter(version) {
      const found = await inTime(() => findChanges(version));
      return found && linkTo(found);
    },
  };
};

/** Returns the export of this deployment. Its first use throws InvalidSetting if the deployment has none. */
export const deployedExport = (): ExportLink => ({
  newest: async (download) => deployed().newest(download),
  changesAfter: async (version) => deployed().changesAfter(version),
});

const deployed = lazy(() =>
  publishedExport({
    ...objectReader(s3LocationFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
    checkSeconds: setting('CATALOGUE_CHECK_SECONDS', checkSeconds),
    now: Date.now,
    onFailure: (error) => logger.error('the newest export could not be looked up', { error }),
  }),
);

interface LoadedManifest {
  readonly etag: string;
  readonly manifest: Manifest;
}

/** A file, and the version that it belongs to or leads to. */
interface VersionedFile {
  readonly file: StoredFile;
  readonly version: string;
}

const loadNewest = async (
  bucket: ReadableBucket,
  current: LoadedManifest | undefined,
): Promise<LoadedManifest> => {
  const reading = await readManifest(bucket, current?.etag);
  if (current && reading.kind === 'unchanged') return current;
  if (reading.kind !== 'found') throw new NoExportYet('nothing is published');
  return reading;
};

/** Creates a reader of a manifest's history, cached until another manifest is the newest. */
const historyReader = (bucket: ReadableBucket) => {
  let cached: { readonly version: string; readonly history: Promise<PublicationHistory> } | undefined;
  return ({ version, history: file }: Manifest): Promise<PublicationHistory> => {
    if (cached?.version === version) return cached.history;
    const reading = { version, history: readHistory(bucket, file) };
    cached = reading;
    reading.history.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading.history;
  };
};

/** Last second at which a link works: signatures name their time without milliseconds. */
const endOfLink = (signedAt: number): Date =>
  new Date(Math.floor(signedAt / 1000) * 1000 + linkSeconds * 1000);

/** Limits the total time to find a link, as the contract's deadline covers all reads together. */
const inTime = async <T>(find: () => Promise<T>): Promise<T> => {
  try {
    const found = await withTimeout(
      storeMilliseconds,
      find().then((value) => ({ value })),
    );
    if (found === undefined) throw new StoreUnavailable(operation);
    return found.value;
  } catch (error) {
    throw error instanceof NoExportYet ? error : toStoreFailure(operation, error);
  }
};
