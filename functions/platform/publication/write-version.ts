import { type Bucket, sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import { putFile } from '../../../shared/data-access/objects/sdk-bucket.ts';
import type {
  CatalogueName,
  StoredFile,
  StoredText,
} from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { SnapshotSource } from '../../../shared/data-access/publishing/snapshot/check-snapshot.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import { storePieces } from '../../../shared/data-access/publishing/writing/stored-pieces.ts';
import {
  type ExportFormatName,
  perFormat,
} from '../../../shared/domain/location/publication/work-centre-export.ts';
import { toFilesDocument } from '../../../shared/wire/locations-v3/export/files-document.ts';
import { storeNoChanges } from './no-changes-file.ts';
import { passLocations } from './pass-locations.ts';
import { openRecordSink } from './record-sink.ts';
import { stagedSnapshots } from './staged-snapshots.ts';
import { digestsText, exportFile, exportTexts, type VersionContent } from './version-texts.ts';

/** Files of one version, except its history. */
export interface VersionFiles {
  readonly catalogues: Readonly<Record<CatalogueName, StoredFile>>;
  readonly exports: Readonly<Record<ExportFormatName, StoredText>>;
  /** File for clients that have this version; absent if the version changed nothing. */
  readonly noChanges?: StoredText | undefined;
  readonly digests: StoredText;
  readonly files: StoredFile;
}

/** Files of a version, and what their catalogues must contain. */
export interface WrittenVersionFiles {
  readonly files: VersionFiles;
  readonly sources: Readonly<Record<CatalogueName, SnapshotSource>>;
}

/** Stores a document as JSON. Throws StoreUnavailable. */
export const storeDocument = async (bucket: Bucket, key: string, content: object): Promise<StoredFile> => {
  const bytes = Buffer.from(`${JSON.stringify(content)}\n`);
  await putFile(bucket, key, bytes, { contentType: 'application/json' });
  return { key, bytes: bytes.length, sha256: sha256Of(bytes) };
};

const openSinks = (bucket: Bucket, content: VersionContent) => {
  const texts = exportTexts(content);
  const digests = { key: versionKeys(content.version).digests, contentType: 'application/x-ndjson' };
  return {
    exports: perFormat((format) => openRecordSink(bucket, exportFile(format, content), texts[format])),
    digests: openRecordSink(bucket, digests, digestsText),
  };
};

/**
 * Writes the catalogues and the exported files of a version in one pass over its locations. Memory holds the columns
 * and a few parts of files. Aborts every open upload if it fails. Throws StoreUnavailable.
 */
export const writeVersion = async (bucket: Bucket, content: VersionContent): Promise<WrittenVersionFiles> => {
  const { version, generatedAt, staged } = content;
  const keys = versionKeys(version);
  const sinks = openSinks(bucket, content);
  const all = [...Object.values(sinks.exports), sinks.digests];
  const snapshots = stagedSnapshots(content);
  try {
    await passLocations(content, { note: snapshots.add, sinks: all });
    const storeCatalogue = async (name: CatalogueName) => {
      const { pieces, source } = await snapshots.finish[name]();
      return { stored: await storePieces(bucket, keys.catalogue(name), pieces()), source };
    };
    const points = await storeCatalogue('points');
    const workCentres = await storeCatalogue('workCentres');
    const digests = await sinks.digests.end();
    const exports = {
      json: await sinks.exports.json.end(),
      ndjson: await sinks.exports.ndjson.end(),
      csv: await sinks.exports.csv.end(),
      geojson: await sinks.exports.geojson.end(),
      changes: await sinks.exports.changes.end(),
      removed: await sinks.exports.removed.end(),
    } satisfies Record<ExportFormatName, StoredText>;
    const document = toFilesDocument({ version, generatedAt, total: staged.locationCount(), exports });
    return {
      files: {
        catalogues: { points: points.stored, workCentres: workCentres.stored },
        exports,
        noChanges: await storeNoChanges(bucket, content),
        digests,
        files: await storeDocument(bucket, keys.files, document),
      },
      sources: { points: points.source, workCentres: workCentres.source },
    };
  } catch (error) {
    await Promise.allSettled(all.map((sink) => sink.abort()));
    throw error;
  } finally {
    snapshots.close();
  }
};
