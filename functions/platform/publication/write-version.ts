import { mkdtempDisposable, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { putFile } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { verifySnapshot, verifyTextIndex } from '../../../shared/data-access/publishing/check-snapshot.ts';
import {
  readTextLines,
  type TextWriter,
  writeTextFile,
} from '../../../shared/data-access/publishing/export-file.ts';
import { filesToJoin, nextHistory, readHistory } from '../../../shared/data-access/publishing/history.ts';
import {
  packGuardedChanges,
  readGuardedChanges,
} from '../../../shared/data-access/publishing/kept-versions.ts';
import {
  DamagedPublication,
  type Manifest,
  publicationFormat,
  readStoredFile,
  type StoredFile,
  type StoredText,
  versionKeys,
} from '../../../shared/data-access/publishing/manifest.ts';
import {
  type LocationRecord,
  type Network,
  packSnapshot,
  readSnapshot,
} from '../../../shared/data-access/publishing/snapshot.ts';
import { packTextIndex } from '../../../shared/data-access/publishing/text-files.ts';
import type { CatalogueIndex } from '../../../shared/domain/location/catalogue/catalogue-index.ts';
import { rowsOf } from '../../../shared/domain/location/catalogue/postings.ts';
import type { WordIndex } from '../../../shared/domain/location/catalogue/word-index.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { type Change, countChanges, joinChanges } from '../../../shared/domain/publication/changes.ts';
import {
  type ExportFormatName,
  perWorkCentreFormat,
  type WorkCentreFormatName,
  workCentreFormatNames,
} from '../../../shared/domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';
import {
  formatChange,
  formatHead,
  formatRemoval,
  formatTombstone,
  readChanges,
  type Tombstone,
} from '../../../shared/wire/changes-and-removed.ts';
import { renderLocation, workCentreFormats } from '../../../shared/wire/export-formats.ts';
import { exportedFiles, toFilesDocument } from '../../../shared/wire/files-document.ts';
import { mapFileBuilder } from '../../../shared/wire/map-file.ts';
import type { PublicationCandidate } from './previous-version.ts';

interface VersionContent extends PublicationCandidate {
  readonly version: string;
  /** Time when reading the tables started. Current hours are computed for this time. */
  readonly generatedAt: Date;
  readonly tombstones: readonly Tombstone[];
}

export interface VersionPorts {
  readonly bucket: Bucket;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Days for which the files of a superseded version are kept. */
  readonly supersededVersionDays: number;
}

/** Opens a text file in a format, to be stored under a key. Only one file of each format may be open at a time. */
type OpenText = (format: ExportFormatName, key: string) => TextWriter;

/** Number of locations rendered at a time. Their text stays below 128 kB, so that it is garbage-collected early. */
const batchRecords = 12;

/**
 * Writes the files of a version to the bucket, via a local folder, and reads all of them back. Returns the manifest
 * that lists them. Throws StoreUnavailable, DamagedPublication or IncompleteExport.
 */
export const writeVersion = async (
  { bucket, now, supersededVersionDays }: VersionPorts,
  content: VersionContent,
): Promise<Manifest> => {
  const { version, generatedAt, network, previous, isFull, changes, tombstones } = content;
  const keys = versionKeys(version);
  await removeAbandonedFolders();
  await using folder = await mkdtempDisposable(join(tmpdir(), folderPrefix));
  const openText: OpenText = (format, key) => {
    const { fileName, contentType } = exportedFiles[format];
    const contentDisposition = `attachment; filename="${fileName(generatedAt)}"`;
    return writeTextFile(bucket, join(folder.path, format), { key, contentType, contentDisposition });
  };
  const storeDocument = (key: string, document: object) =>
    putFile(bucket, key, Buffer.from(`${JSON.stringify(document)}\n`), { contentType: 'application/json' });

  const { snapshot, index, words, storedWords, map } = await writeSnapshot(bucket, content);
  const placeNames = content.placeNames
    ? await putFile(bucket, keys.placeNames, content.placeNames.packed, binary)
    : previous?.manifest.placeNames;
  const guarded =
    isFull || content.guardedChanges.size === 0
      ? undefined
      : await putFile(bucket, keys.guarded, packGuardedChanges(content.guardedChanges), binary);
  const full = previous && !isFull ? previous.manifest.full : await writeExports(openText, content);
  const replacedBy = successorsIn(index);
  const steps = await writeChanges(bucket, openText, content, replacedBy);
  const nothing = formatHead({ version, since: version, generatedAt, ...countChanges([]) });
  const noChanges = await storeText(openText('changes', keys.noChanges), [nothing], 0);
  const total = tombstones.length;
  const removedLines = [
    formatHead({ version, generatedAt, total }),
    ...tombstones.map((tombstone) => formatTombstone(tombstone, replacedBy(tombstone.id))),
  ];
  const removed = await storeText(openText('removed', keys.removed), removedLines, total);
  const named = {
    version,
    generatedAt: generatedAt.toISOString(),
    counts: { locations: network.records.length, capabilities: network.capabilities.length },
    snapshot,
    words: storedWords,
    placeNames,
    map,
    full,
    guarded,
    changes: { ...countChanges(changes), since: previous?.manifest.version, file: steps[0] },
    noChanges,
    removed,
  };
  const list = toFilesDocument({ ...named, total: network.records.length });
  const files = await storeDocument(keys.files, list);
  const publishedAt = new Date(now()).toISOString();
  const entry = { version, publishedAt, steps: changes.length > 0 ? steps : [] };
  const entries = nextHistory(previous?.history ?? { entries: [] }, entry, supersededVersionDays);
  const history = await storeDocument(keys.history, entries);
  const manifest: Manifest = { format: publicationFormat, ...named, publishedAt, files, history };

  await storeDocument(keys.manifest, manifest);
  await verifyFiles(bucket, manifest, content, { index, words }, steps);
  return manifest;
};

const folderPrefix = 'waypost-publication-';

/** Age in milliseconds from which a folder is abandoned. A run takes at most 15 minutes. */
const abandonedAge = 16 * 60_000;

/** Removes the folders of runs that were killed. Errors are ignored, because a folder may be another user's. */
const removeAbandonedFolders = async (): Promise<void> => {
  const names = await readdir(tmpdir()).catch(() => []);
  await Promise.allSettled(
    names
      .filter((name) => name.startsWith(folderPrefix))
      .map(async (name) => {
        const path = join(tmpdir(), name);
        const { mtimeMs } = await stat(path);
        if (Date.now() - mtimeMs > abandonedAge) await rm(path, { recursive: true });
      }),
  );
};

/**
 * Reads the files of a version back from the bucket. Each must be readable, with the stored bytes and the expected
 * number of records.
 */
const verifyFiles = async (
  bucket: Bucket,
  manifest: Manifest,
  { network, isFull, placeNames }: VersionContent,
  { index, words }: { readonly index: CatalogueIndex; readonly words: WordIndex },
  steps: readonly StoredText[],
): Promise<void> => {
  const { map, full, guarded, noChanges, removed, files, history } = manifest;
  const verify = async (format: ExportFormatName, stored: StoredText) => {
    const records = await exportedFiles[format].count(readTextLines(bucket, stored));
    if (records !== stored.records)
      throw new DamagedPublication(`${stored.key} holds ${records} of ${stored.records} records`);
  };
  await verifySnapshot(await readSnapshot(bucket, manifest), network, index);
  await verifyTextIndex(bucket, manifest.words, words);
  if (placeNames) await verifyTextIndex(bucket, manifest.placeNames, placeNames.index);
  if (map) await readStoredFile(bucket, map);
  if (isFull) for (const format of workCentreFormatNames) await verify(format, full.exports[format]);
  for (const changes of [...steps, noChanges]) await verify('changes', changes);
  await verify('removed', removed);
  if (guarded) await readGuardedChanges(bucket, guarded);
  await readStoredFile(bucket, files);
  await readHistory(bucket, history);
};

/** Writes the files that need a pass over all locations: the snapshot, the words and the public map file. */
const writeSnapshot = async (bucket: Bucket, { version, generatedAt, network }: VersionContent) => {
  const builder = mapFileBuilder(network.capabilities);
  const { bytes, index, words } = await packSnapshot({ version, ...network }, builder.add);
  const keys = versionKeys(version);
  const snapshot = await putFile(bucket, keys.snapshot, bytes, binary);
  const storedWords = await putFile(bucket, keys.words, packTextIndex(words), binary);
  const schedules = index.columns.schedules();
  const places = builder.finish({ version, generatedAt, schedules, rows: index.rows() });
  const map = await putFile(bucket, keys.map, Buffer.from(JSON.stringify(places)), immutableJson);
  return { snapshot, index, words, storedWords, map };
};

/** The map file is not compressed, because CloudFront compresses it with an encoding that each browser accepts. */
const immutableJson = {
  contentType: 'application/json',
  cacheControl: 'public, max-age=31536000, immutable',
};

const binary = { contentType: 'application/octet-stream' };

/** Creates a function that returns the sorted codes of all locations that list a code as a former code. */
const successorsIn = (index: CatalogueIndex) => {
  const { rank } = index.places();
  const codes = index.codes();
  return (code: string): readonly string[] =>
    Array.from(rowsOf(index.columns.formerCodes(), code), (row) => codes[rank[row] ?? 0] ?? '').sort();
};

const storeText = async (writer: TextWriter, pieces: Iterable<string>, records: number) => {
  try {
    for (const piece of pieces) await writer.write(piece);
    return await writer.store(records);
  } finally {
    writer.close();
  }
};

/** Writes the four full exports in one pass, so that each location is rendered once and its text is not kept. */
const writeExports = async (
  openText: OpenText,
  { version, generatedAt, network }: VersionContent,
): Promise<Manifest['full']> => {
  const { records } = network;
  const total = records.length;
  const render = recordRenderer(network, generatedAt);
  const writers = perWorkCentreFormat((format) => openText(format, versionKeys(version).export(format)));
  const writeAll = async (text: (format: WorkCentreFormatName) => string) => {
    for (const format of workCentreFormatNames) await writers[format].write(text(format));
  };
  try {
    await writeAll((format) => workCentreFormats[format].head({ generatedAt, total }));
    for (let start = 0; start < total; start += batchRecords) {
      const batch = records.slice(start, start + batchRecords).map(render);
      await writeAll((format) => workCentreFormats[format].records(batch, start === 0));
    }
    await writeAll((format) => workCentreFormats[format].tail);
    const exports = {
      json: await writers.json.store(total),
      ndjson: await writers.ndjson.store(total),
      csv: await writers.csv.store(total),
      geojson: await writers.geojson.store(total),
    };
    return { version, generatedAt: generatedAt.toISOString(), locations: total, exports };
  } finally {
    for (const writer of Object.values(writers)) writer.close();
  }
};

/** Creates a function that renders records as in the response to a search without a search point. */
const recordRenderer = ({ capabilities }: Network, now: Date) => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const capabilityOf = (serviceCode: number) => byCode.get(serviceCode);
  return ({ text }: LocationRecord) => {
    const location: Location = JSON.parse(text);
    return renderLocation(location, { capabilityOf, now, distanceKm: 0 });
  };
};

interface Step {
  readonly since: string | undefined;
  readonly changes: readonly Change[];
}

/** Maximum number of changes in a joined file. A larger one, as after an import, would delay the next change. */
const maxJoined = 5_000;

/**
 * Writes the file of changes since the previous version, and the files that join these changes with earlier ones. See
 * filesToJoin. All files show the locations as they are in this version.
 */
const writeChanges = async (
  bucket: Bucket,
  openText: OpenText,
  { version, generatedAt, network, previous, changes }: VersionContent,
  replacedBy: (code: string) => readonly string[],
): Promise<[StoredText, ...StoredText[]]> => {
  const recordByCode = new Map(network.records.map((record) => [record.code, record]));
  const render = recordRenderer(network, generatedAt);
  const jsonOf = (code: string): string => {
    const record = recordByCode.get(code);
    if (record) return render(record).json;
    throw new RangeError(`${code} has changed, but is not in the network`);
  };
  const linesOf = function* (step: Step) {
    yield formatHead({ version, since: step.since, generatedAt, ...countChanges(step.changes) });
    for (const change of step.changes)
      yield change.kind === 'removed'
        ? formatRemoval(change, replacedBy(change.code))
        : formatChange(change, jsonOf(change.code));
  };
  const write = (step: Step, position: number) => {
    const writer = openText('changes', versionKeys(version).changes(2 ** position));
    return storeText(writer, linesOf(step), step.changes.length);
  };
  let last: Step = { since: previous?.manifest.version, changes };
  const steps: [StoredText, ...StoredText[]] = [await write(last, 0)];
  for (const file of previous && changes.length > 0 ? filesToJoin(previous.history) : []) {
    const before = await readStep(bucket, file);
    // Otherwise, clients take shorter steps.
    if (!before || before.changes.length + last.changes.length > maxJoined) break;
    last = { since: before.since, changes: joinChanges(before.changes, last.changes) };
    steps.push(await write(last, steps.length));
  }
  return steps;
};

/** Reads earlier changes; undefined if they are damaged. Throws StoreUnavailable. */
const readStep = async (bucket: Bucket, file: StoredFile): Promise<Step | undefined> => {
  try {
    return await readChanges(readTextLines(bucket, file));
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    logger.error('changes cannot be joined with earlier ones', { file: file.key, error });
    return undefined;
  }
};
