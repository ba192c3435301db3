import { lazy, retryingLazy } from '../../domain/lazy.ts';
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
import { DamagedPublication, type Manifest, readManifest, type StoredFile } from './manifest.ts';
import { deployedSettings } from './published-catalogue.ts';
import { type CheckSettings, refreshingCache } from './refreshing-cache.ts';

/** Lifetime of a link in seconds. Short, because anyone with the URL can download the file. */
const linkSeconds = 300;

const operation = 'finding the newest export';

/** Creates links to the files in the manifest. While S3 is unavailable, the cached manifest is used. */
export const publishedExport = (settings: ObjectReader & CheckSettings): ExportLink => {
  const cache = refreshingCache<Loaded>({
    ...settings,
    load: (current) => loadNewest(settings, current),
    operation,
    onFailure: (error) => {
      if (!(error instanceof NoExportYet)) settings.onFailure?.(error);
    },
  });

  const findNewest = async (download: Download): Promise<VersionedFile> => {
    const { version, full, changes, removed, files } = (await cache.get()).manifest;
    if (download === 'changes') return { file: changes.file, version };
    if (download === 'removed') return { file: removed, version };
    if (download === 'files') return { file: files, version };
    return { file: full.exports[download], version: full.version };
  };
  const findChanges = async (since: string) => {
    const cached = await cache.get();
    // The client may have received a newer version from another instance.
    const { manifest, history } = since > cached.manifest.version ? await cache.refresh() : cached;
    const file = changesFileAfter(since, await history(), manifest.noChanges);
    return { file, version: manifest.version };
  };
  const linkTo = ({ file: { key, bytes, sha256 }, version }: VersionedFile): DownloadLink => {
    // Signature times are in whole seconds.
    const signedAt = Math.floor(settings.now() / 1_000) * 1_000;
    const url = settings.presign(key, { expiresIn: linkSeconds, signingDate: new Date(signedAt) });
    return { url, expiresAt: new Date(signedAt + linkSeconds * 1_000), version, bytes, sha256 };
  };

  return {
    newest: async (download) => linkTo(await withDeadline(findNewest(download))),
    async changesAfter(since) {
      const { file, version } = await withDeadline(findChanges(since));
      return file && linkTo({ file, version });
    },
  };
};

/** Returns the export of this deployment. Its first use throws InvalidSetting if settings are missing. */
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

/** Newest manifest, and a cached reader of its history. */
interface Loaded {
  readonly etag: string;
  readonly manifest: Manifest;
  readonly history: () => Promise<PublicationHistory>;
}

/** File with its version. Changes have the version that they lead to. */
interface VersionedFile {
  readonly file: StoredFile;
  readonly version: string;
}

const loadNewest = async (bucket: ObjectReader, current: Loaded | undefined): Promise<Loaded> => {
  const reading = await readManifest(bucket, current?.etag);
  if (current && reading.kind === 'unchanged') return current;
  if (reading.kind === 'absent' && current) throw new DamagedPublication('the manifest is missing');
  if (reading.kind !== 'found') throw new NoExportYet('nothing is published');
  const { etag, manifest } = reading;
  return { etag, manifest, history: retryingLazy(() => readHistory(bucket, manifest.history)) };
};

/** Limits the total time to find a file, because the contract's deadline applies to all reads together. */
const withDeadline = <Found extends object>(finding: Promise<Found>): Promise<Found> => {
  const find = async () => {
    const found = await withTimeout(storeMilliseconds, finding);
    if (found === undefined) throw new StoreUnavailable(operation);
    return found;
  };
  return storeCall(operation, find, (error) => error instanceof NoExportYet);
};
