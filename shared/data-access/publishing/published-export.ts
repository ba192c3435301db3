import { lazy } from '../../domain/lazy.ts';
import {
  type Download,
  type DownloadLink,
  type ExportLink,
  NoExportYet,
} from '../../domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { logger } from '../../observability/logger.ts';
import { storeCall } from '../errors.ts';
import type { ObjectReader } from '../objects/object-reader.ts';
import { storeMilliseconds, withTimeout } from '../retry.ts';
import { changesFileAfter, type PublicationHistory, readHistory } from './history.ts';
import { type Manifest, readManifest, type StoredFile } from './manifest.ts';
import { deployedSettings } from './published-catalogue.ts';
import { type CheckSettings, refreshingCache } from './refreshing-cache.ts';

/**
 * Lifetime of a link in seconds: short, as any holder of the URL can download the file, and within any session that
 * signs it.
 */
const linkSeconds = 300;

const operation = 'finding the newest export';

/** Creates links to the files in the manifest; the last known manifest is used while S3 is unavailable. */
export const publishedExport = (settings: ObjectReader & CheckSettings): ExportLink => {
  const cache = refreshingCache<Loaded>({
    ...settings,
    load: (current) => loadNewest(settings, current),
    operation,
  });

  const findNewest = async (download: Download): Promise<VersionedFile> => {
    const { version, full, changes, removed, files } = (await cache.get()).manifest;
    if (download === 'changes') return { file: changes.file, version };
    if (download === 'removed') return { file: removed, version };
    if (download === 'files') return { file: files, version };
    return { file: full.exports[download], version: full.version };
  };
  const findChanges = async (since: string) => {
    const known = await cache.get();
    // The client may have the version from another instance that has already seen it.
    const { manifest, history } = since > known.manifest.version ? await cache.refresh() : known;
    const file = changesFileAfter(since, await history(), manifest.noChanges);
    return { file, version: manifest.version };
  };
  const linkTo = ({ file: { key, bytes, sha256 }, version }: VersionedFile): DownloadLink => {
    // Signatures name their time without milliseconds.
    const signedAt = Math.floor(settings.now() / 1_000) * 1_000;
    const url = settings.presign(key, { expiresIn: linkSeconds, signingDate: new Date(signedAt) });
    return { url, expiresAt: new Date(signedAt + linkSeconds * 1_000), version, bytes, sha256 };
  };

  return {
    newest: async (download) => linkTo(await inTime(findNewest(download))),
    async changesAfter(since) {
      const { file, version } = await inTime(findChanges(since));
      return file && linkTo({ file, version });
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
    ...deployedSettings(),
    onFailure: (error) => logger.error('the newest export could not be looked up', { error }),
  }),
);

/** Newest manifest, and a reader of its history that keeps what it has read. */
interface Loaded {
  readonly etag: string;
  readonly manifest: Manifest;
  readonly history: () => Promise<PublicationHistory>;
}

/** A file, and the version that it belongs to or leads to. */
interface VersionedFile {
  readonly file: StoredFile;
  readonly version: string;
}

const loadNewest = async (bucket: ObjectReader, current: Loaded | undefined): Promise<Loaded> => {
  const reading = await readManifest(bucket, current?.etag);
  if (current && reading.kind === 'unchanged') return current;
  if (reading.kind !== 'found') throw new NoExportYet('nothing is published');
  const { etag, manifest } = reading;
  let read: Promise<PublicationHistory> | undefined;
  const history = () => {
    read ??= readHistory(bucket, manifest.history).catch((error: unknown) => {
      read = undefined;
      throw error;
    });
    return read;
  };
  return { etag, manifest, history };
};

/** Limits the total time to find a file, as the contract's deadline covers all reads together. */
const inTime = <Found extends object>(finding: Promise<Found>): Promise<Found> => {
  const find = async () => {
    const found = await withTimeout(storeMilliseconds, finding);
    if (found === undefined) throw new StoreUnavailable(operation);
    return found;
  };
  return storeCall(operation, find, (error) => error instanceof NoExportYet);
};
