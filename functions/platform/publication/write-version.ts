import { join } from 'node:path';
import { type Bucket, sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import { putFile } from '../../../shared/data-access/objects/sdk-bucket.ts';
import {
  putTextFile,
  readTextLines,
  type TextWriter,
  writeTextFile,
} from '../../../shared/data-access/publishing/export-file.ts';
import { filesToJoin } from '../../../shared/data-access/publishing/history.ts';
import {
  type FullExports,
  type Manifest,
  type StoredFile,
  type StoredText,
  versionKeys,
} from '../../../shared/data-access/publishing/manifest.ts';
import {
  type LocationRecord,
  type Network,
  packSnapshot,
} from '../../../shared/data-access/publishing/snapshot.ts';
import type { CatalogueIndex } from '../../../shared/domain/location/catalogue/catalogue-index.ts';
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
  changesFileHead,
  formatChange,
  formatTombstone,
  readChanges,
  removedFileHead,
  type Tombstone,
} from '../../../shared/wire/changes-and-removed.ts';
import {
  type RenderedLocation,
  renderLocation,
  workCentreFormats,
} from '../../../shared/wire/export-formats.ts';
import { exportedFiles, toFilesDocument } from '../../../shared/wire/files-document.ts';
import { toWorkCentre } from '../../../shared/wire/work-centre-view.ts';
import type { Succession } from './previous-version.ts';

/** Content of a version, from which its files are made. */
export interface VersionContent extends Omit<Succession, 'manifest' | 'skippedRows'> {
  readonly version: string;
  /** Time when reading the tables began; the coming days of hours count from here. */
  readonly generatedAt: Date;
  readonly tombstones: readonly Tombstone[];
}

/** Files of a version, except its history. */
export interface VersionFiles
  extends Pick<Manifest, 'snapshot' | 'full' | 'noChanges' | 'removed' | 'files'> {
  /** Index that the snapshot must contain. */
  readonly index: CatalogueIndex;
  /** Changes since the previous version, and those joined with the changes before them: see filesToJoin. */
  readonly steps: readonly [StoredText, ...StoredText[]];
}

/** Locations that are rendered at a time: their text stays below 128 kB, so that it is soon collected as garbage. */
const batchRecords = 12;

/** Writes the files of a version to the bucket, by way of a local folder. Throws StoreUnavailable. */
export const writeVersion = async (
  bucket: Bucket,
  folder: string,
  content: VersionContent,
): Promise<VersionFiles> => {
  const { version, generatedAt, network, previous, isFull } = content;
  const { snapshot, index } = await writeSnapshot(bucket, content);
  const full = isFull || !previous ? await writeExports(bucket, folder, content) : previous.manifest.full;
  const texts = textStore(bucket, folder, generatedAt);
  const steps = await writeChanges(bucket, texts, content);
  const noChanges = await writeNoChanges(texts, content);
  const removed = await writeRemoved(texts, content);
  const document = toFilesDocument({
    version,
    generatedAt: generatedAt.toISOString(),
    total: network.records.length,
    full,
    changes: { since: previous?.manifest.version, file: steps[0] },
    removed,
  });
  const files = await storeDocument(bucket, versionKeys(version).files, document);
  return { snapshot, index, full, steps, noChanges, removed, files };
};

/** Stores a document as JSON. Throws StoreUnavailable. */
export const storeDocument = async (bucket: Bucket, key: string, content: object): Promise<StoredFile> => {
  const bytes = Buffer.from(`${JSON.stringify(content)}\n`);
  await putFile(bucket, key, bytes, { contentType: 'application/json' });
  return { key, bytes: bytes.length, sha256: sha256Of(bytes) };
};

const writeSnapshot = async (bucket: Bucket, { version, network }: VersionContent) => {
  const { bytes, index } = await packSnapshot({ version, ...network });
  const key = versionKeys(version).snapshot;
  await putFile(bucket, key, bytes, { contentType: 'application/octet-stream' });
  return { snapshot: { key, bytes: bytes.length, sha256: sha256Of(bytes) }, index };
};

/** Writes the four full exports in one pass, so that each location is rendered once and none is kept. */
const writeExports = async (
  bucket: Bucket,
  folder: string,
  { version, generatedAt, network }: VersionContent,
): Promise<FullExports> => {
  const { records } = network;
  const render = recordRenderer(network, generatedAt);
  const writers = perWorkCentreFormat((format) => writeTextFile(join(folder, format)));
  const writeAll = async (text: (format: WorkCentreFormatName) => string) => {
    for (const format of workCentreFormatNames) await writers[format].write(text(format));
  };
  await writeAll((format) => workCentreFormats[format].head({ generatedAt, total: records.length }));
  for (let start = 0; start < records.length; start += batchRecords) {
    const batch = records.slice(start, start + batchRecords).map(render);
    await writeAll((format) => workCentreFormats[format].records(batch, start === 0));
  }
  await writeAll((format) => workCentreFormats[format].tail);
  const store = (format: WorkCentreFormatName) =>
    storeText(bucket, generatedAt, {
      format,
      key: versionKeys(version).export(format),
      writer: writers[format],
      records: records.length,
    });
  const exports = {
    json: await store('json'),
    ndjson: await store('ndjson'),
    csv: await store('csv'),
    geojson: await store('geojson'),
  };
  return { version, generatedAt: generatedAt.toISOString(), locations: records.length, exports };
};

/** Creates a function that renders records for the files, as a search without a search point shows them. */
const recordRenderer = ({ capabilities }: Network, now: Date) => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const capabilityOf = (serviceCode: number) => byCode.get(serviceCode);
  return ({ text }: LocationRecord): RenderedLocation => {
    const location: Location = JSON.parse(text);
    const workCentre = toWorkCentre(location, { capabilityOf, now, distanceKm: 0 });
    return renderLocation({ location, workCentre, capabilityOf });
  };
};

/** Changes since a version. */
interface Step {
  readonly since: string | undefined;
  readonly changes: readonly Change[];
}

/** Returns the changes since the previous version, and those joined with the changes before it. */
const changeSteps = async (
  bucket: Bucket,
  { previous, changes }: VersionContent,
): Promise<[Step, ...Step[]]> => {
  let last: Step = { since: previous?.manifest.version, changes };
  const steps: [Step, ...Step[]] = [last];
  if (!previous || changes.length === 0) return steps;
  for (const file of filesToJoin(previous.history)) {
    try {
      const before = await readChanges(readTextLines(bucket, file));
      last = { since: before.since, changes: joinChanges(before.changes, last.changes) };
      steps.push(last);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      // Clients take shorter steps instead.
      logger.error('changes cannot be joined with those before', { file: file.key, error });
      break;
    }
  }
  return steps;
};

/** Writes the files of changes. Each shows the locations as they are in this version. */
const writeChanges = async (
  bucket: Bucket,
  texts: TextStore,
  content: VersionContent,
): Promise<VersionFiles['steps']> => {
  const { version, generatedAt, network } = content;
  const recordByCode = new Map(network.records.map((record) => [record.code, record]));
  const render = recordRenderer(network, generatedAt);
  const jsonOf = (code: string): string => {
    const record = recordByCode.get(code);
    if (record) return render(record).json;
    throw new RangeError(`${code} has changed, but is not in the network`);
  };
  const lines = function* ({ since, changes }: Step) {
    yield changesFileHead({ version, since, generatedAt, ...countChanges(changes) });
    for (const change of changes) {
      yield formatChange(change, change.kind === 'removed' ? undefined : jsonOf(change.code));
    }
  };
  const write = (step: Step, index: number) =>
    texts('changes', versionKeys(version).changes(2 ** index), lines(step), step.changes.length);
  const [first, ...joined] = await changeSteps(bucket, content);
  const steps: [StoredText, ...StoredText[]] = [await write(first, 0)];
  for (const [index, step] of joined.entries()) steps.push(await write(step, index + 1));
  return steps;
};

/** Writes the file without changes, for clients that nothing separates from this version. */
const writeNoChanges = (texts: TextStore, { version, generatedAt }: VersionContent) => {
  const head = changesFileHead({ version, since: version, generatedAt, ...countChanges([]) });
  return texts('changes', versionKeys(version).noChanges, [head], 0);
};

const writeRemoved = (texts: TextStore, { version, generatedAt, tombstones }: VersionContent) => {
  const head = removedFileHead({ version, generatedAt, total: tombstones.length });
  const lines = [head, ...tombstones.map(formatTombstone)];
  return texts('removed', versionKeys(version).removed, lines, tombstones.length);
};

/** Stores a text of so many records under a key. */
type TextStore = (
  format: ExportFormatName,
  key: string,
  pieces: Iterable<string>,
  records: number,
) => Promise<StoredText>;

const textStore =
  (bucket: Bucket, folder: string, generatedAt: Date): TextStore =>
  async (format, key, pieces, records) => {
    const writer = writeTextFile(join(folder, 'text'));
    for (const piece of pieces) await writer.write(piece);
    return storeText(bucket, generatedAt, { format, key, writer, records });
  };

/** Text of a format that was written, and is to be stored under a key. */
interface FinishedText {
  readonly format: ExportFormatName;
  readonly key: string;
  readonly writer: TextWriter;
  readonly records: number;
}

const storeText = async (
  bucket: Bucket,
  generatedAt: Date,
  { format, key, writer, records }: FinishedText,
): Promise<StoredText> => {
  const { fileName, contentType } = exportedFiles[format];
  const contentDisposition = `attachment; filename="${fileName(generatedAt)}"`;
  const stored = await putTextFile(bucket, { key, contentType, contentDisposition }, await writer.end());
  return { ...stored, records };
};
