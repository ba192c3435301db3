import { putFile } from '../../../shared/data-access/publishing/published-bucket.ts';
import type {
  CatalogueName,
  StoredFile,
  StoredText,
} from '../../../shared/data-access/publishing/published-manifest.ts';
import { type PublishedBucket, sha256Of } from '../../../shared/data-access/publishing/published-object.ts';
import { snapshotWriter } from '../../../shared/data-access/publishing/snapshot/snapshot-writer.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import type { ExportFormatName, exportFormats } from '../../../shared/domain/location/work-centre-export.ts';
import { catalogueLines } from '../../../shared/wire/catalogue-lines.ts';
import { toFilesDocument } from '../../../shared/wire/locations-v3/export/files-document.ts';
import { passLocations } from './pass-locations.ts';
import { openRecordSink } from './record-sink.ts';
import { digestsText, exportFile, exportTexts, type VersionContent } from './version-texts.ts';

/** The files of one version, all but its history. */
export interface VersionFiles {
  readonly catalogues: Readonly<Record<CatalogueName, StoredFile>>;
  readonly exports: Readonly<Record<ExportFormatName, StoredText>>;
  readonly digests: StoredText;
  readonly files: StoredFile;
}

/** Stores a small or already compressed file under its key. Throws StoreUnavailable. */
const storeFile = async (
  bucket: PublishedBucket,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<StoredFile> => {
  await putFile(bucket, key, bytes, { contentType });
  return { key, bytes: bytes.length, sha256: sha256Of(bytes) };
};

/** Stores a document as JSON. Throws StoreUnavailable. */
export const storeDocument = (bucket: PublishedBucket, key: string, content: object): Promise<StoredFile> =>
  storeFile(bucket, key, Buffer.from(`${JSON.stringify(content)}\n`), 'application/json');

const openSnapshots = ({ version, capabilities }: VersionContent) => {
  const open = (name: CatalogueName) =>
    snapshotWriter({ version, capabilities, line: catalogueLines[name].line });
  return { points: open('points'), workCentres: open('workCentres') };
};

const openSinks = (bucket: PublishedBucket, content: VersionContent) => {
  const texts = exportTexts(content);
  const open = (format: ExportFormatName) =>
    openRecordSink(bucket, exportFile(format, content), texts[format]);
  const digests = { key: versionKeys(content.version).digests, contentType: 'application/x-ndjson' };
  return {
    exports: {
      json: open('json'),
      ndjson: open('ndjson'),
      csv: open('csv'),
      geojson: open('geojson'),
      changes: open('changes'),
      removed: open('removed'),
    },
    digests: openRecordSink(bucket, digests, digestsText),
  };
};

/**
 * Writes the catalogues and the exported files of a version in one pass over its locations, with memory for the
 * snapshots and some parts of files. Leaves nothing half written open where it fails. Throws StoreUnavailable.
 */
export const writeVersion = async (
  bucket: PublishedBucket,
  content: VersionContent,
): Promise<VersionFiles> => {
  const { version, generatedAt, staged } = content;
  const keys = versionKeys(version);
  const sinks = openSinks(bucket, content);
  const all = [...Object.values(sinks.exports), sinks.digests];
  try {
    const snapshots = openSnapshots(content);
    await passLocations(content, { snapshots: Object.values(snapshots), sinks: all });
    const storeCatalogue = (name: CatalogueName) =>
      storeFile(bucket, keys.catalogue(name), snapshots[name].finish(), 'application/octet-stream');
    const catalogues = {
      points: await storeCatalogue('points'),
      workCentres: await storeCatalogue('workCentres'),
    };
    const digests = await sinks.digests.end();
    const exports = {
      json: await sinks.exports.json.end(),
      ndjson: await sinks.exports.ndjson.end(),
      csv: await sinks.exports.csv.end(),
      geojson: await sinks.exports.geojson.end(),
      changes: await sinks.exports.changes.end(),
      removed: await sinks.exports.removed.end(),
    } satisfies Record<(typeof exportFormats)[number], StoredText>;
    const document = toFilesDocument({ version, generatedAt, total: staged.locationCount(), exports });
    return { catalogues, exports, digests, files: await storeDocument(bucket, keys.files, document) };
  } catch (error) {
    await Promise.allSettled(all.map((sink) => sink.abort()));
    throw error;
  }
};
