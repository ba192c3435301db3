import * as z from 'zod/mini';
import type { documentClient } from '../../../shared/data-access/clients.ts';
import { importChecks } from '../../../shared/data-access/importing/import-checks.ts';
import {
  type BadLine,
  readImportLines,
  UnreadableImport,
} from '../../../shared/data-access/importing/import-lines.ts';
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
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
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
  const ofThisPut = stored?.etag === put.etag && stored.sequencer === put.sequencer ? stored : undefined;
  if (isOutdated(put, stored) || (ofThisPut && ofThisPut.status !== 'importing')) return undefined;
  const resumed =
    ofThisPut && (!isPublished(kind) || (await isStillMarked(ports.published, ofThisPut)))
      ? ofThisPut
      : undefined;
  const report = reportWriter(ports, resumed ?? newReport(ports, delivery));
  try {
    const file = { ...imports, key: put.key, etag: put.etag };
    const head = await headFile(file);
    report.set({ putAt: head.putAt, ...(!resumed && readOptions(head.metadata)) });
    if (!report.current().force) await rejectOlder(imports, report.current());
    const { summary, warnings } = await storeUnderMark(ports, delivery, { file, head, report });
    if (!summary.refused) await recordNewest(imports, report.current());
    return await report.end({
      summary,
      warnings: [...report.current().warnings, ...warnings],
      ...(summary.refused ? { status: 'refused', failure: noValidLine } : { status: 'imported' }),
    });
  } catch (error) {
    const failure = permanentFailure(error);
    if (failure === undefined) throw error;
    // The replacing file has a report of its own; one that had not begun needs none.
    if (error instanceof FileReplaced && !ofThisPut) return undefined;
    const isPartlyStored = error instanceof NewerImported && ofThisPut && !isPublished(kind);
    return report.end({
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
const newReport = ({ now }: ImporterPorts, { put, kind }: FileDelivery): ImportReport => {
  const startedAt = new Date(now()).toISOString();
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

type ReportWriter = ReturnType<typeof reportWriter>;

/** Holds the report of one import, and stores it beside its file. */
const reportWriter = ({ imports, now }: ImporterPorts, begun: ImportReport) => {
  let report = begun;
  let unwritten: ImportReport['badLines'] = [];
  const time = () => new Date(now()).toISOString();
  const set = (changes: Partial<ImportReport>): void => {
    report = { ...report, ...changes };
  };
  const write = (changes: Partial<ImportReport>): Promise<ImportReport> => {
    // The store may reject lines out of order, but all of these lines come after those already reported.
    const badLines = [...report.badLines, ...unwritten.toSorted((one, other) => one.line - other.line)];
    unwritten = [];
    set({ badLines, ...changes, updatedAt: time() });
    return writeReport(imports, report);
  };
  return {
    current: () => report,
    /** Changes the report without writing it. */
    set,
    write,
    end: (changes: Partial<ImportReport>) => write({ ...changes, endedAt: time() }),
    addBadLine({ line, reason }: BadLine): void {
      if (report.badLines.length + unwritten.length < maxReportedBadLines) unwritten.push({ line, reason });
    },
  };
};

/** File to import, with its report. */
interface OpenFile {
  readonly file: PutFile;
  readonly head: FileMetadata;
  readonly report: ReportWriter;
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
  const { head, report } = open;
  const { file: key, kind, mode, force, startedAt, followsInterrupted: known } = report.current();
  const store = () => storeFile(ports, delivery, open);
  if (!isPublished(kind)) {
    // These kinds have no mark that tells of half an import: the report must exist before the first line is stored.
    await report.write({});
    return store();
  }
  const file = fileIdentity(key, head.metadata);
  const follows = known ?? (await followsInterrupted(ports.published, { kind, mode, file }, force));
  // Written before the new mark overwrites that of the interrupted import.
  await report.write({ followsInterrupted: follows });
  return underImportMark(
    ports.published,
    { kind, mode, startedAt, file, followsInterrupted: follows },
    store,
  );
};

/** Imports the lines into the table of their kind, resuming from the report. */
const storeFile = async (
  { tables, linesPerReport }: ImporterPorts,
  { mustStop }: FileDelivery,
  { file, head, report }: OpenFile,
): Promise<Stored> => {
  const { kind, mode, force, line, summary } = report.current();
  const checks = await importChecks({ kind, mode, client: tables.client, tables, hasSeveralFiles: false });
  const stored = await importRecords({
    kind,
    mode,
    force,
    lines: readImportLines(file.key, readFileParts(file, head)),
    client: tables.client,
    tableName: tables[recordKinds[kind].table],
    checkpoints: {
      resumeFrom: { line, summary },
      interval: linesPerReport,
      onCheckpoint: async (checkpoint) => void (await report.write(checkpoint)),
      mustStop,
    },
    onBadLine: report.addBadLine,
    observer: checks,
  });
  // A file's `force` does not extend to the publisher.
  const outcome = { dryRun: false, force: false, replacesSample: false, publishedApart: true };
  return {
    summary: stored,
    warnings: [...importWarnings({ kind, mode, summary: stored, checks, ...outcome })],
  };
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
