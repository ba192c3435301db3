import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { DamagedOverlay } from '../../shared/data-access/availability/overlay-store.ts';
import { measureAvailability } from '../../shared/data-access/availability/published-availability.ts';
import { bulkLimits, documentClient, s3Client } from '../../shared/data-access/clients.ts';
import { importAvailability } from '../../shared/data-access/importing/import-availability.ts';
import { importChecks } from '../../shared/data-access/importing/import-checks.ts';
import {
  type ImportKind,
  importModes,
  type TableKind,
} from '../../shared/data-access/importing/import-kinds.ts';
import {
  type BadLine,
  readImportLines,
  UnreadableImport,
} from '../../shared/data-access/importing/import-lines.ts';
import {
  InterruptedImport,
  isStillMarked,
  readInterrupted,
  withImportMark,
} from '../../shared/data-access/importing/import-mark.ts';
import { importRecords } from '../../shared/data-access/importing/import-records.ts';
import {
  emptySummary,
  type ImportReport,
  maxReportedBadLines,
  NewerImported,
  readReport,
  recordNewest,
  rejectOlder,
  writeReport,
} from '../../shared/data-access/importing/import-report.ts';
import { importWarnings } from '../../shared/data-access/importing/import-warnings.ts';
import {
  type FileMetadata,
  FileReplaced,
  headFile,
  identityMetadata,
  isFolderKey,
  type PutFile,
  readFileKey,
  readFileParts,
} from '../../shared/data-access/importing/put-file.ts';
import { type RecordKind, recordKinds } from '../../shared/data-access/importing/record-kinds.ts';
import type { Bucket } from '../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';
import {
  deployedSettings,
  patientWaits,
  publishedCatalogue,
} from '../../shared/data-access/publishing/published-catalogue.ts';
import { environmentVariable } from '../../shared/data-access/settings.ts';
import type { Table } from '../../shared/data-access/table.ts';
import { OverlayFull } from '../../shared/domain/availability/overlay.ts';
import { describeIssues } from '../../shared/domain/importing/import-field.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { isPublished } from '../../shared/domain/publication/publication.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { writeFigures } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';

export interface ImporterPorts {
  /** Client, and names of the tables that records are imported into. */
  readonly tables: Pick<Table, 'client'> & Readonly<Record<RecordKind['table'] | 'locationChanges', string>>;
  /** Bucket with the import files and their reports. */
  readonly imports: Bucket;
  /**
   * The publications bucket. It contains the overlay, and the marker that tells the publisher whether an import is
   * unfinished.
   */
  readonly published: Bucket;
  /** The published network, to compare availability reports with. */
  readonly catalogue: PublishedCatalogue;
  /** Number of lines after which the report is updated. */
  readonly linesPerReport: number;
}

type Clock = Pick<Context, 'getRemainingTimeInMillis'>;

/** Time in milliseconds reserved at the end of an invocation to write pending records and the report. */
const reserveMilliseconds = 60_000;

/**
 * Imports the file named by an event, and records metrics. Throws the same errors as `runImport`. The queue then
 * redelivers the event, and the next invocation resumes from the file's report.
 */
export const importFile =
  (ports: ImporterPorts) =>
  async (event: unknown, clock: Clock): Promise<void> => {
    const [{ body }] = importEvent.parse(event).Records;
    const { key, etag } = objectCreated.parse(JSON.parse(body)).detail.object;
    const { kind, whyNot } = readFileKey(key);
    if (kind === undefined) return reject(key, whyNot);
    const file = { ...ports.imports, key, etag: etag.replaceAll('"', '') };
    const mustStop = () => clock.getRemainingTimeInMillis() < reserveMilliseconds;
    const report = await runImport(ports, { file, kind, mustStop });
    if (!report) return logger.info('file skipped: already imported, or replaced by another', { file: key });
    const { status, mode, force, line, summary, failure, startedAt, updatedAt } = report;
    const seconds = (Date.parse(updatedAt) - Date.parse(startedAt)) / 1_000;
    // The alarm on rejected lines says that the others were imported. Refused and failed files have their own alarms.
    const rejected = status === 'imported' ? summary.failed : 0;
    const lines = { ImportLinesRead: summary.read, ImportLinesRejected: rejected };
    writeFigures({ ...outcomes[status], ImportSeconds: seconds, ...lines }, {});
    logger.info('import ended', { file: key, status, mode, force, line, summary, failure });
  };

/** SQS event: one message, which contains the event for one file. */
const importEvent = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });

/** EventBridge event for a new object in S3. Unlike in S3's own notifications, the key is not URL-encoded. */
const objectCreated = z.object({
  source: z.literal('aws.s3'),
  'detail-type': z.literal('Object Created'),
  detail: z.object({
    object: z.object({ key: z.string().check(z.minLength(1)), etag: z.string().check(z.minLength(1)) }),
  }),
});

/**
 * Counts and logs an object that is not an import file. It has no report, so operators notice it only through the
 * metric.
 */
const reject = (file: string, why: string): void => {
  if (isFolderKey(file)) {
    logger.info('skipped: the key is a folder', { file });
    return;
  }
  logger.error(`the object was not imported: ${why}`, { file });
  writeFigures({ ImportFailed: 1, ImportSeconds: 0, ImportLinesRead: 0, ImportLinesRejected: 0 }, {});
};

const outcomes = {
  importing: {},
  imported: { ImportSucceeded: 1 },
  refused: { ImportRefused: 1 },
  failed: { ImportFailed: 1 },
} as const;

interface FileDelivery {
  readonly file: PutFile;
  readonly kind: ImportKind;
  /** Whether to stop, because the invocation will soon time out. */
  readonly mustStop: () => boolean;
}

/**
 * Imports a file, or resumes from its report. Returns the report of the finished import; undefined if there was nothing
 * to do, because another delivery has finished the import or a later file has replaced this one. Throws ImportStopped,
 * StoreUnavailable and other errors that a redelivery may resolve.
 */
const runImport = async (ports: ImporterPorts, delivery: FileDelivery): Promise<ImportReport | undefined> => {
  const { imports, published } = ports;
  const { file, kind } = delivery;
  const stored = await readReport(imports, file.key);
  const ofThisFile = stored?.etag === file.etag ? stored : undefined;
  const head = await headFile(file).catch((error: unknown) => {
    if (error instanceof FileReplaced) return error;
    throw error;
  });
  if (head instanceof FileReplaced) {
    // The new file has its own report, and an import that had not started needs no report.
    if (ofThisFile?.status !== 'importing') return undefined;
    return endReport(imports, ofThisFile, { status: 'failed', failure: head.message });
  }
  // The same bytes may be uploaded again, and events may arrive late or twice.
  const begun = ofThisFile?.putAt === head.putAt ? ofThisFile : undefined;
  if (begun && begun.status !== 'importing') return undefined;
  const resumed =
    begun && (!isPublished(kind) || (await isStillMarked(published, begun))) ? begun : undefined;
  const report = resumed ?? newReport(delivery, head);
  try {
    if (!resumed) Object.assign(report, readOptions(head.metadata));
    if (!report.force) await rejectOlder(imports, report);
    if (!resumed) await checkGzip(file, head);
    const { summary, warnings } = await storeUnderMark(ports, { ...delivery, head, report });
    if (!summary.refused) await recordNewest(imports, report);
    return await endReport(imports, report, {
      summary,
      warnings: [...report.warnings, ...warnings],
      ...(summary.refused ? { status: 'refused', failure: noValidLine } : { status: 'imported' }),
    });
  } catch (error) {
    const failure = permanentFailure(error);
    if (failure === undefined) throw error;
    const isPartlyStored = error instanceof NewerImported && begun && !isPublished(kind);
    return endReport(imports, report, {
      status: 'failed',
      failure: isPartlyStored ? `${failure}. ${partlyStored}` : failure,
    });
  }
};

/**
 * Decompresses a whole gzip file before anything is written, so that a truncated file changes nothing and does not
 * block publications. Throws UnreadableImport.
 */
const checkGzip = async (file: PutFile, head: FileMetadata): Promise<void> => {
  let isGzip = false;
  const partsIfGzip = async function* () {
    for await (const part of readFileParts(file, head)) {
      if (!isGzip && !(part[0] === 0x1f && part[1] === 0x8b)) return;
      isGzip = true;
      yield part;
    }
  };
  for await (const _ of readImportLines(file.key, partsIfGzip()));
};

const noValidLine =
  'no line of the file is valid, so nothing was removed. Fix the file, or upload it with force = true to remove all records';

/** Used for kinds without a marker, if a newer file was imported between two deliveries of this file. */
const partlyStored = 'Some lines of this file may be stored, unless the newer file was a replacement';

/** Returns why a retry cannot succeed; undefined if it may succeed. */
const permanentFailure = (error: unknown): string | undefined => {
  if (error instanceof NewerImported || error instanceof OverlayFull || error instanceof DamagedOverlay)
    return error.message;
  if (error instanceof InterruptedImport) {
    const remedy =
      error.mark?.restoredFrom === undefined
        ? 'Upload that file again first'
        : 'Upload this file again after that restore has finished';
    return `${error.message}. ${remedy}, or force this import with --force or the metadata force = true`;
  }
  if (!(error instanceof UnreadableImport) || error.cause instanceof StoreUnavailable) return undefined;
  return error.cause instanceof FileReplaced ? error.cause.message : error.message;
};

/** Creates a report for an import that has not read any lines or options yet. */
const newReport = ({ file, kind }: FileDelivery, { putAt }: FileMetadata): ImportReport => {
  const startedAt = new Date().toISOString();
  return {
    file: file.key,
    etag: file.etag,
    putAt,
    kind,
    mode: 'replace',
    force: false,
    status: 'importing',
    startedAt,
    updatedAt: startedAt,
    line: 0,
    summary: emptySummary(),
    badLines: [],
    warnings: [],
  };
};

/** Updates the report, and stores it next to its file. */
const updateReport = async (imports: Bucket, report: ImportReport, changes: Partial<ImportReport>) => {
  Object.assign(report, changes, { updatedAt: new Date().toISOString() });
  // The store may reject a line after a later line has failed validation.
  report.badLines.sort((one, other) => one.line - other.line);
  return writeReport(imports, report);
};

const endReport = (imports: Bucket, report: ImportReport, changes: Partial<ImportReport>) =>
  updateReport(imports, report, { ...changes, endedAt: new Date().toISOString() });

interface BegunImport extends FileDelivery {
  readonly head: FileMetadata;
  readonly report: ImportReport;
}

const storeUnderMark = async (ports: ImporterPorts, begun: BegunImport) => {
  const { imports, published } = ports;
  const { kind, head, report } = begun;
  const { mode, force, startedAt } = report;
  if (!isPublished(kind)) {
    // These kinds have no marker that reveals a partial import, so the report must exist before the first line is
    // stored.
    await updateReport(imports, report, {});
    return kind === 'availability' ? storeAvailability(ports, begun) : storeFile(ports, begun, kind);
  }
  // Stays the same if the file is uploaded again.
  const file = head.metadata[identityMetadata] || report.file;
  const { interrupted = await readInterrupted(published, { kind, mode, file }, force) } = report;
  // Written before the new marker overwrites the marker of the interrupted import.
  await updateReport(imports, report, { interrupted });
  const mark = { kind, mode, startedAt, file, interrupted };
  return withImportMark(published, mark, () => storeFile(ports, begun, kind));
};

const addBadLine = ({ badLines }: ImportReport, { line, reason }: BadLine): void => {
  if (badLines.length < maxReportedBadLines) badLines.push({ line, reason });
};

/**
 * Imports availability reports into the overlay. If the event is redelivered, the import starts again, with the same
 * result.
 */
const storeAvailability = async (
  { published, catalogue }: ImporterPorts,
  { file, head, report }: BegunImport,
) => {
  const { kind, mode, force, startedAt } = report;
  const network = await catalogue.current();
  const { summary, checks, overlay } = await importAvailability({
    mode,
    force,
    startedAt: new Date(startedAt),
    lines: readImportLines(file.key, readFileParts(file, head)),
    published,
    catalogue: network,
    onBadLine: (bad) => addBadLine(report, bad),
  });
  if (overlay) measureAvailability(network, overlay, new Date());
  return { summary, warnings: [...importWarnings({ kind, mode, summary, checks })] };
};

/** Imports the lines into the table of their kind, resuming from the report. Returns the counts and warnings. */
const storeFile = async (
  { tables, imports, linesPerReport }: ImporterPorts,
  { file, mustStop, head, report }: BegunImport,
  kind: TableKind,
) => {
  const { mode, force, line, summary: counted } = report;
  const { client } = tables;
  const checks = await importChecks({ kind, mode, client, tables });
  const summary = await importRecords({
    kind,
    mode,
    force,
    lines: readImportLines(file.key, readFileParts(file, head)),
    client,
    tableName: tables[recordKinds[kind].table],
    checkpoints: {
      resumeFrom: { line, summary: counted },
      interval: linesPerReport,
      onCheckpoint: async (checkpoint) => void (await updateReport(imports, report, checkpoint)),
      mustStop,
    },
    onBadLine: (bad) => addBadLine(report, bad),
    observer: checks,
  });
  return { summary, warnings: [...importWarnings({ kind, mode, summary, checks })] };
};

const fileOptions = z.object({
  mode: z._default(z.enum(importModes, 'must be replace or merge'), 'replace'),
  force: z._default(
    z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' }),
    false,
  ),
});

const knownNames: ReadonlySet<string> = new Set([...Object.keys(fileOptions.shape), identityMetadata]);

/** Matches names that look like an option. A misspelt `mode = merge` must not replace everything by default. */
const resemblesOption = /mode|merge|replace|force/;

/** Reads the import options of a file from its metadata, with warnings about unknown names. Throws UnreadableImport. */
const readOptions = (metadata: Readonly<Record<string, string>>) => {
  const options = fileOptions.safeParse(metadata);
  if (!options.success)
    throw new UnreadableImport(`the metadata of the file: ${describeIssues(options.error)}`);
  const unknown = Object.keys(metadata).filter((name) => !knownNames.has(name));
  const misspelt = unknown.filter((name) => resemblesOption.test(name.toLowerCase()));
  if (misspelt.length > 0)
    throw new UnreadableImport(
      `the metadata of the file: unknown options: ${misspelt.join(', ')}. Use only mode (replace or merge) and force (true or false)`,
    );
  const warnings = unknown.length > 0 ? [`ignored unknown file metadata: ${unknown.join(', ')}`] : [];
  return { ...options.data, warnings };
};

const importer = lazy(() => {
  const client = s3Client(bulkLimits);
  return importFile({
    tables: {
      client: documentClient(bulkLimits),
      locations: environmentVariable('LOCATIONS_TABLE'),
      capabilities: environmentVariable('CAPABILITIES_TABLE'),
      billers: environmentVariable('BILLERS_TABLE'),
      locationChanges: environmentVariable('LOCATION_CHANGES_TABLE'),
    },
    imports: sdkBucket(client, environmentVariable('IMPORT_BUCKET')),
    published: sdkBucket(client, environmentVariable('PUBLISHED_BUCKET')),
    catalogue: publishedCatalogue({ ...deployedSettings(), waits: patientWaits }),
    linesPerReport: 5_000,
  });
});

/** Lambda handler, invoked by the queue of files put into the import bucket, one at a time. */
export const handler = async (event: unknown, context: Clock): Promise<void> => {
  await importer()(event, context);
};
