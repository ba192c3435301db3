import {
  type Download,
  type DownloadLink,
  type ExportLink,
  NoExportYet,
} from '../../../domain/location/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../../domain/store-unavailable.ts';
import { logger } from '../../../observability/logger.ts';
import { toStoreFailure } from '../../errors.ts';
import type { ReadableBucket } from '../../objects/bucket.ts';
import { objectReader, type Presign } from '../../objects/object-reader.ts';
import { s3LocationFromEnvironment } from '../../objects/s3-location.ts';
import { storeMilliseconds, withTimeout } from '../../retry.ts';
import { environmentVariable, setting } from '../../settings.ts';
import { checkSeconds } from '../published-catalogue.ts';
import { refreshingCache, type Waits } from '../refreshing-cache.ts';
import { changesFileAfter, publishedHistory } from './published-history.ts';
import { type Manifest, readManifest, type StoredFile } from './published-manifest.ts';

/**
 * Lifetime of a link in seconds: short, as any holder of the URL can download the file, and within any session that
 * signs it.
 */
const linkSeconds = 300;

/** Bucket of the export, and how its links are kept fresh. */
export interface PublishedExportSettings extends ReadableBucket {
  readonly presign: Presign;
  /** Minimum interval between checks for a newer export. */
  readonly checkSeconds: number;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called for each failed check, while links to the former export are still issued. */
  readonly onFailure?: (error: unknown) => void;
  readonly waits?: Waits;
}

interface Held {
  readonly etag: string;
  readonly manifest: Manifest;
}

const loadNewest = async (bucket: ReadableBucket, former: Held | undefined): Promise<Held> => {
  const reading = await readManifest(bucket, former?.etag);
  if (former && reading.kind === 'unchanged') return former;
  if (reading.kind !== 'found') throw new NoExportYet('nothing is published');
  return reading;
};

const operation = 'finding the newest export';

/** A file, and the newest version at that time. */
interface Found {
  readonly file: StoredFile;
  readonly version: string;
}

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

/** Creates links to the files in the manifest; the last known manifest is used while S3 does not answer. */
export const publishedExport = (settings: PublishedExportSettings): ExportLink => {
  const { now } = settings;
  const historyOf = publishedHistory(settings);
  const kept = refreshingCache<Held>({
    ...settings,
    load: (former) => loadNewest(settings, former),
    late: () => new StoreUnavailable(operation),
  });

  const findNewest = async (download: Download): Promise<Found> => {
    const { manifest } = await kept.get();
    const file = download === 'files' ? manifest.files : manifest.exports[download];
    return { file, version: manifest.version };
  };
  const findChanges = async (since: string): Promise<Found | undefined> => {
    const known = await kept.get();
    // The client may have the version from another instance that has already seen it.
    const { manifest } = since > known.manifest.version ? await kept.refresh() : known;
    const file = changesFileAfter(since, await historyOf(manifest), manifest);
    return file && { file, version: manifest.version };
  };
  const linkTo = ({ file: { key, bytes, sha256 }, version }: Found): DownloadLink => {
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

let link: ExportLink | undefined;

const linkFromEnvironment = (): ExportLink => {
  if (link) return link;
  link = publishedExport({
    ...objectReader(s3LocationFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
    checkSeconds: setting('CATALOGUE_CHECK_SECONDS', checkSeconds),
    now: Date.now,
    onFailure: (error) => logger.error('the newest export could not be looked up', { error }),
  });
  return link;
};

/** Opens the export of this deployment's bucket. Its first use throws MissingSetting if the deployment has none. */
export const publishedExportFromEnvironment = (): ExportLink => ({
  newest: async (download) => linkFromEnvironment().newest(download),
  changesAfter: async (version) => linkFromEnvironment().changesAfter(version),
});
