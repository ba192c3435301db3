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
export type FilePut = Pick<PutFile, 'key' | 'etag'>;

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
  const { imports, published } = ports;
  const { put, kind } = delivery;
  const file = { ...imports, ...put };
  const stored = await readReport(imports, put.key);
  const ofThisFile = stored?.etag === put.etag ? stored : undefined;
  const head = await headFile(file).catch((error: unknown) => {
    if (error instanceof FileReplaced) return error;
    throw error;
  });
  if (head instanceof FileReplaced) {
    // The replacing file has a report of its own; one that had not begun needs none.
    if (ofThisFile?.status !== 'importing') return undefined;
    return endReport(imports, ofThisFile, { status: 'failed', failure: head.message });
  }
  // The same bytes may be put again, and events may arrive late, or twice.
  const begun = ofThisFile?.putAt === head.putAt ? ofThisFile : undefined;
  if (begun && begun.status !== 'importing') return undefined;
  const resumed =
    begun && (!isPublished(kind) || (await isStillMarked(published, begun))) ? begun : undefined;
  const report = resumed ?? newReport(delivery, head);
  try {
    if (!resumed) Object.assign(report, readOptions(head.metadata));
    if (!report.force) await rejectOlder(imports, report);
    if (!resumed) await checkGzip(file, head);
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
    const isPartlyStored = error instanceof NewerImported && begun && !isPublished(kind);
    return endReport(imports, report, {
      status: 'failed',
      failure: isPartlyStored ? `${failure}. ${partlyStored}` : failure,
    });
  }
};

/**
 * Unpacks a gzip file to its end before anything is written, so that a truncated one changes nothing and holds back no
 * publication. Throws UnreadableImport.
 */
const checkGzip = async (file: PutFile, head: FileMetadata): Promise<void> => {
  const partsIfGzip = async function* () {
    for await (const part of readFileParts(file, head)) {
      if (!isGzip && !(part[0] === 0x1f && part[1] === 0x8b)) return;
      isGzip = true;
      yield part;
    }
  };
  let isGzip = false;
  for await (const _ of readImportLines(file.key, partsIfGzip()));
};

const noValidLine =
  'no line of the file is valid: nothing was removed. Fix the file; or, to remove all, put it with force = true';

/** A newer file was imported between two deliveries of a file whose kind has no mark. */
const partlyStored =
  'Some of its lines may be stored: the newer file has replaced them if it was a replacement, but not if it was a merge';

/** Returns why a retry cannot succeed; undefined if it may. */
const permanentFailure = (error: unknown): string | undefined => {
  if (error instanceof UnknownOptions || error instanceof NewerImported) return error.message;
  if (error instanceof InterruptedImport)
    return `${error.message}. ${remedy(error)}, or force this one: --force, or the metadata force = true`;
  if (!(error instanceof UnreadableImport) || error.cause instanceof StoreUnavailable) return undefined;
  return error.cause instanceof FileReplaced ? error.cause.message : error.message;
};

const remedy = ({ mark }: InterruptedImport): string =>
  mark?.restoredFrom === undefined
    ? 'Put that file again first'
    : 'Put this file again when that restore has come to its end';

/** Creates the report of an import that has read neither lines nor options yet. */
const newReport = ({ put, kind }: FileDelivery, { putAt }: FileMetadata): ImportReport => {
  const startedAt = new Date().toISOString();
  return {
    file: put.key,
    etag: put.etag,
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
  const warnings = unknown.length > 0 ? [`ignored unknown file metadata: ${unknown.join(', ')}`] : [];
  return { ...options.data, warnings };
};
