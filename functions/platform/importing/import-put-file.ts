import { fileIdentity } from '../../../shared/data-access/import/files/file-identity.ts';
import { FileReplaced, lookAtFile } from '../../../shared/data-access/import/files/put-file.ts';
import type { ImportReport } from '../../../shared/data-access/import/import-report.ts';
import { UnreadableImport } from '../../../shared/data-access/import/lines/read-import-lines.ts';
import {
  comesAfterHalf,
  isPublished,
  isStillMarked,
  UnmendedImport,
  underImportMark,
} from '../../../shared/data-access/import/marked-import.ts';
import { markNewest, NewerImported, refuseOlder } from '../../../shared/data-access/import/newest-import.ts';
import type { ImportKind } from '../../../shared/data-access/import/record-kind.ts';
import { type ImportBucket, readReport } from '../../../shared/data-access/import/stored-report.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { type FilePut, isPutBefore } from './import-event.ts';
import { readOptions, UnknownOptions } from './import-options.ts';
import { firstReport, reportKeeper } from './report-keeper.ts';
import { type FileStored, type FileToStore, type ImportTables, storeFile } from './store-file.ts';

/** Ports of the importer. */
export interface ImporterPorts {
  readonly tables: ImportTables;
  /** Bucket of the import files and their reports. */
  readonly imports: ImportBucket;
  /** Bucket of publications, where the mark tells the publisher whether an import is unfinished. */
  readonly published: ImportBucket;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Number of lines between two writes of the report. */
  readonly linesPerReport: number;
}

/** A file that was put, and the time left to import it. */
export interface FileTurn {
  readonly put: FilePut;
  readonly kind: ImportKind;
  readonly mustStop: () => boolean;
}

const wayOut = ({ half }: UnmendedImport): string =>
  half?.restoredFrom === undefined
    ? 'Put that file again first'
    : 'Put this file again when that restore has come to its end';

/** Returns why a retry cannot succeed; undefined if it may. */
const whyNever = (error: unknown): string | undefined => {
  if (error instanceof UnknownOptions || error instanceof FileReplaced || error instanceof NewerImported)
    return error.message;
  if (error instanceof UnmendedImport)
    return `${error.message}. ${wayOut(error)}, or this one now with the metadata force = true`;
  if (!(error instanceof UnreadableImport) || error.cause instanceof StoreUnavailable) return undefined;
  return error.cause instanceof FileReplaced ? error.cause.message : error.message;
};

/** What is to be known where a newer file came between two deliveries of this one, of a kind that has no mark. */
const partStored =
  'Some of its lines may be stored: the newer file has replaced them if it was a replacement, but not if it was a merge';

/** Returns the report if it is of this put, finished or not. */
const reportOfPut = (
  { etag, sequencer }: FilePut,
  report: ImportReport | undefined,
): ImportReport | undefined => (report?.etag === etag && report.sequencer === sequencer ? report : undefined);

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

/** Returns the report to resume from; a new one if another import has begun since. */
const currentReport = async (
  { published, now }: ImporterPorts,
  { put, kind }: FileTurn,
  former: ImportReport | undefined,
): Promise<ImportReport> => {
  if (former && (!isPublished(kind) || (await isStillMarked(published, former)))) return former;
  const { key: file, etag, sequencer } = put;
  return firstReport({ file, etag, sequencer, kind, startedAt: new Date(now()).toISOString() });
};

const store = async ({ published }: ImporterPorts, request: FileToStore): Promise<FileStored> => {
  const { report, keeper } = request;
  const { kind, mode, force, startedAt } = report;
  const file = fileIdentity(report.file, request.facts.metadata);
  if (!isPublished(kind)) {
    // No mark tells of half an import of these kinds: its report must be there before the first line is stored.
    await keeper.write({});
    return storeFile(request);
  }
  const afterHalf = report.afterHalf ?? (await comesAfterHalf(published, { kind, mode, file }, force));
  // Written before the new mark overwrites that of the unfinished import.
  await keeper.write({ afterHalf });
  return underImportMark(published, { kind, mode, startedAt, file, afterHalf }, () => storeFile(request));
};

const nothingValid =
  'no line of the file is valid: nothing was removed. To remove all, put it with force = true';

/**
 * Imports a file, or resumes from its report. Returns the report of an import that has ended; undefined if there was
 * nothing to do, because another delivery has ended it, or a later file has replaced it. Throws ImportStopped,
 * StoreUnavailable and other errors that a redelivery may resolve.
 */
export const importPutFile = async (
  ports: ImporterPorts,
  turn: FileTurn,
): Promise<ImportReport | undefined> => {
  const { imports, tables, now, linesPerReport } = ports;
  const { put, mustStop } = turn;
  const stored = await readReport(imports, put.key);
  const former = reportOfPut(put, stored);
  if (isOutdated(put, stored) || (former && former.status !== 'importing')) return undefined;
  const file = { ...imports, key: put.key, etag: put.etag };
  const unread = await currentReport(ports, turn, former);
  const keeper = reportKeeper(imports, unread, now);
  try {
    const facts = await lookAtFile(file);
    const { putAt } = facts;
    const report = keeper.set({ putAt, ...(former !== unread && readOptions(facts.metadata)) });
    if (!report.force) await refuseOlder(imports, report);
    const request = { tables, file, facts, report, keeper, linesPerReport, mustStop };
    const { summary, warnings } = await store(ports, request);
    if (!summary.refused) await markNewest(imports, report);
    return await keeper.end({
      summary,
      warnings: [...report.warnings, ...warnings],
      ...(summary.refused ? { status: 'refused', failure: nothingValid } : { status: 'imported' }),
    });
  } catch (error) {
    const failure = whyNever(error);
    if (failure === undefined) throw error;
    // The replacing file has a report of its own; one that had not begun needs none.
    if (error instanceof FileReplaced && !former) return undefined;
    const isHalf = error instanceof NewerImported && former && !isPublished(turn.kind);
    return keeper.end({ status: 'failed', failure: isHalf ? `${failure}. ${partStored}` : failure });
  }
};
