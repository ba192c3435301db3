import * as z from 'zod/mini';
import type { documentClient } from '../../../shared/data-access/clients.ts';
import { importChecks } from '../../../shared/data-access/importing/import-checks.ts';
import { readImportLines, UnreadableImport } from '../../../shared/data-access/importing/import-lines.ts';
import {
  followsInterrupted,
  InterruptedImport,
  isStillMarked,
  underImportMark,
} from '../../../shared/data-access/importing/import-mark.ts';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import {
  emptySummary,
  type ImportReport,
  type ImportSummary,
  maxReportedBadLines,
  NewerImported,
  readReport,
  recordNewest,
  rejectOlder,
  writeReport,
} from '../../../shared/data-access/importing/import-report.ts';
import { importWarnings } from '../../../shared/data-access/importing/import-warnings.ts';
import {
  type FileMetadata,
  FileReplaced,
  fileIdentity,
  headFile,
  identityMetadata,
  type PutFile,
  readFileParts,
} from '../../../shared/data-access/importing/put-file.ts';
import {
  type ImportKind,
  importModes,
  isPublished,
  recordKinds,
} from '../../../shared/data-access/importing/record-kinds.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { describeIssues } from '../../../shared/domain/importing/import-field.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';

/** Ports of the importer. */
export interface ImporterPorts {
  /** Tables that records are imported into. */
  readonly tables: {
    readonly client: ReturnType<typeof documentClient>;
    readonly locations: string;
    readonly capabilities: string;
    readonly billers: string;
  };
  /** Bucket of the import files and their reports. */
  readonly imports: Bucket;
  /** Bucket of publications, where the mark tells the publisher whether an import is unfinished. */
  readonly published: Bucket;
  /** Number of lines between two writes of the report. */
  readonly linesPerReport: number;
}

/** A file that was put into the import bucket. */
export interface FilePut {
  readonly key: string;
  /** ETag without the quotation marks of HTTP. */
  readonly etag: string;
  /** S3's sequencer, hexadecimal: each put under the same key has a greater one, as isPutBefore compares them. */
  readonly sequencer: string | undefined;
}

/** Delivery of a file, and the time left to import it. */
export interface FileDelivery {
  readonly put: FilePut;
  readonly kind: ImportKind;
  readonly mustStop: () => boolean;
}

/**
 * Imports a file, or resumes from its report. Returns the report of an import that has ended; undefined if there was
 * nothing to do, because another delivery has ended it, or a later file has replaced it. Throws ImportStopped,
 * StoreUnavailable and other errors that a redelivery may resolve.
 */
export const runImport = async (
  ports: ImporterPorts,
  delivery: FileDelivery,
): Promise<ImportReport | undefined> => {
  const { imports } = ports;
  const { put, kind } = delivery;
  const stored = await readReport(imports, put.key);
  if (isOutdated(put, stored)) return undefined;
  const begun = stored?.etag === put.etag && stored.sequencer === put.sequencer ? stored : undefined;
  if (begun && begun.status !== 'importing') return undefined;
  const resumed =
    begun && (!isPublished(kind) || (await isStillMarked(ports.published, begun))) ? begun : undefined;
  const report = resumed ?? newReport(delivery);
  try {
    const file = { ...imports, key: put.key, etag: put.etag };
    const head = await headFile(file);
    Object.assign(report, { putAt: head.putAt }, !resumed && readOptions(head.metadata));
    if (!report.force) await rejectOlder(imports, report);
    const { summary, warnings } = await storeUnderMark(ports, delivery, { file, head, report });
    if (!summary.refused) await recordNewest(imports, report);
    return await endReport(imports, report, {
      summary,
      warnings: [...report.warnings, ...warnings],
      ...(summary.refused ? { status: 'refused', failure: noValidLine } : { status: 'imported' }),
    });
  } catch (error) {
    const failure = permanentFailure(error);
    if (failure === undefined) throw error;
    // The replacing file has a report of its own; one that had not begun needs none.
    if (error instanceof FileReplaced && !begun) return undefined;
    const isPartlyStored = error instanceof NewerImported && begun && !isPublished(kind);
    return endReport(imports, report, {
      status: 'failed',
      failure: isPartlyStored ? `${failure}. ${partlyStored}` : failure,
    });
  }
};

const noValidLine =
  'no line of the file is valid: nothing was removed. To remove all, put it with force = true';

/** A newer file was imported between two deliveries of a file whose kind has no mark. */
const partlyStored =
  'Some of its lines may be stored: the newer file has replaced them if it was a replacement, but not if it was a merge';

/** Returns why a retry cannot succeed; undefined if it may. */
const permanentFailure = (error: unknown): string | undefined => {
  if (error instanceof UnknownOptions || error instanceof FileReplaced || error instanceof NewerImported)
    return error.message;
  if (error instanceof InterruptedImport)
    return `${error.message}. ${remedy(error)}, or this one now with the metadata force = true`;
  if (!(error instanceof UnreadableImport) || error.cause instanceof StoreUnavailable) return undefined;
  return error.cause instanceof FileReplaced ? error.cause.message : error.message;
};

const remedy = ({ mark }: InterruptedImport): string =>
  mark?.restoredFrom === undefined
    ? 'Put that file again first'
    : 'Put this file again when that restore has come to its end';

/** Whether the report is of a later put under the same key, which is logged: events may arrive late, or twice. */
const isOutdated = ({ key: file, sequencer }: FilePut, report: ImportReport | undefined): boolean => {
  const newerSequencer = report?.sequencer;
  if (sequencer === undefined || newerSequencer === undefined || !isPutBefore(sequencer, newerSequencer))
    return false;
  logger.info('file not imported: its report is of a later put under the same key', {
    file,
    sequencer,
    newerSequencer,
  });
  return true;
};

/**
 * Whether the put with the first sequencer came before that with the second, under the same key. S3 specifies the order:
 * the shorter is padded at its right with zeros, and both are compared as text.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export const isPutBefore = (first: string, second: string): boolean => {
  const length = Math.max(first.length, second.length);
  const padded = (sequencer: string) => sequencer.toUpperCase().padEnd(length, '0');
  return padded(first) < padded(second);
};

/** Creates the report of an import that has read neither lines nor options yet. */
const newReport = ({ put, kind }: FileDelivery): ImportReport => {
  const startedAt = new Date().toISOString();
  return {
    file: put.key,
    etag: put.etag,
    sequencer: put.sequencer,
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

/** Changes the report, and stores it beside its file. */
const updateReport = async (imports: Bucket, report: ImportReport, changes: Partial<ImportReport>) => {
  Object.assign(report, changes, { updatedAt: new Date().toISOString() });
  // The store may refuse a line after a later one was found bad.
  report.badLines.sort((one, other) => one.line - other.line);
  return writeReport(imports, report);
};

const endReport = (imports: Bucket, report: ImportReport, changes: Partial<ImportReport>) =>
  updateReport(imports, report, { ...changes, endedAt: new Date().toISOString() });

/** File to import, with its report. */
interface OpenFile {
  readonly file: PutFile;
  readonly head: FileMetadata;
  readonly report: ImportReport;
}

/** Outcome of an import: counts of records, and warnings for the operator. */
interface Stored {
  readonly summary: ImportSummary;
  readonly warnings: readonly string[];
}

const storeUnderMark = async (
  ports: ImporterPorts,
  delivery: FileDelivery,
  open: OpenFile,
): Promise<Stored> => {
  const { imports, published } = ports;
  const { head, report } = open;
  const { kind, mode, force, startedAt } = report;
  if (!isPublished(kind)) {
    // These kinds have no mark that tells of half an import: the report must exist before the first line is stored.
    await updateReport(imports, report, {});
    return storeFile(ports, delivery, open);
  }
  const file = fileIdentity(report.file, head.metadata);
  const follows =
    report.followsInterrupted ?? (await followsInterrupted(published, { kind, mode, file }, force));
  // Written before the new mark overwrites that of the interrupted import.
  await updateReport(imports, report, { followsInterrupted: follows });
  const mark = { kind, mode, startedAt, file, followsInterrupted: follows };
  return underImportMark(published, mark, () => storeFile(ports, delivery, open));
};

/** Imports the lines into the table of their kind, resuming from the report. */
const storeFile = async (
  { tables, imports, linesPerReport }: ImporterPorts,
  { mustStop }: FileDelivery,
  { file, head, report }: OpenFile,
): Promise<Stored> => {
  const { kind, mode, force, line, summary: counted, badLines } = report;
  const { client } = tables;
  const checks = await importChecks({ kind, mode, client, tables, hasSeveralFiles: false });
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
    onBadLine({ line, reason }) {
      if (badLines.length < maxReportedBadLines) badLines.push({ line, reason });
    },
    observer: checks,
  });
  // A file's `force` does not extend to the publisher.
  const outcome = { dryRun: false, force: false, replacesSample: false, publishedApart: true };
  return { summary, warnings: [...importWarnings({ kind, mode, summary, checks, ...outcome })] };
};

/** The metadata of a file have an unknown option, or an unknown value. */
class UnknownOptions extends Error {
  override readonly name = 'UnknownOptions';
}

const fileOptions = z.object({
  mode: z._default(z.enum(importModes, 'must be replace or merge'), 'replace'),
  force: z._default(
    z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' }),
    false,
  ),
});

const knownNames: ReadonlySet<string> = new Set([...Object.keys(fileOptions.shape), identityMetadata]);

/** Names that suggest an import option: a misspelt `mode = merge` must not replace everything by default. */
const resemblesOption = /mode|merge|replace|force/;

/** Reads the import options of a file from its metadata, with warnings about unknown names. Throws UnknownOptions. */
const readOptions = (metadata: Readonly<Record<string, string>>) => {
  const options = fileOptions.safeParse(metadata);
  if (!options.success)
    throw new UnknownOptions(`the metadata of the file: ${describeIssues(options.error)}`);
  const unknown = Object.keys(metadata).filter((name) => !knownNames.has(name));
  const misspelt = unknown.filter((name) => resemblesOption.test(name.toLowerCase()));
  if (misspelt.length > 0)
    throw new UnknownOptions(
      `the metadata of the file: there is no ${misspelt.join(', ')}, only mode (replace or merge) and force (true or false)`,
    );
  const warnings =
    unknown.length > 0 ? [`metadata of the file that an import does not know: ${unknown.join(', ')}`] : [];
  return { ...options.data, warnings };
};
