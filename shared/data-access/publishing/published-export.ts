import {
  type Download,
  type DownloadLink,
  type ExportLink,
  NoExportYet,
} from '../../domain/location/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { logger } from '../../observability/logger.ts';
import { environmentVariable } from '../environment.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { objectReader, type Presign } from '../objects/object-reader.ts';
import { s3PlaceFromEnvironment } from '../objects/s3-place.ts';
import { storeMilliseconds } from '../store-deadline.ts';
import { toStoreFailure } from '../store-failure.ts';
import { within } from '../within.ts';
import { checkSecondsFromEnvironment } from './reading/check-interval.ts';
import { keptFresh, type Waits } from './reading/kept-fresh.ts';
import { changesFileAfter, type PublicationHistory, readHistory } from './history.ts';
import { type Manifest, readManifest, type StoredFile } from './manifest.ts';

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

/** A file, and the version that it belongs to, or leads to. */
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
    const found = await within(
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
  const historyOf = historyReader(settings);
  const kept = keptFresh<Held>({
    ...settings,
    load: (former) => loadNewest(settings, former),
    late: () => new StoreUnavailable(operation),
  });

  const findNewest = async (download: Download): Promise<Found> => {
    const { manifest } = await kept.newest();
    const { version, full, changes, removed, files } = manifest;
    if (download === 'changes') return { file: changes.file, version };
    if (download === 'removed') return { file: removed, version };
    if (download === 'files') return { file: files, version };
    return { file: full.exports[download], version: full.version };
  };
  const findChanges = async (since: string): Promise<Found | undefined> => {
    const known = await kept.newest();
    // The client may have the version from another instance that has already seen it.
    const { manifest } = since > known.manifest.version ? await kept.renewed() : known;
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

let link: ExportLink | undefined;

const linkFromEnvironment = (): ExportLink => {
  if (link) return link;
  link = publishedExport({
    ...objectReader(s3PlaceFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
    checkSeconds: checkSecondsFromEnvironment(),
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
