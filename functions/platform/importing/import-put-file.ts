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
import type { ImportKind } from '../../../shared/data-access/import/record-kind.ts';
import { type ImportBucket, readReport } from '../../../shared/data-access/import/stored-report.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import type { FilePut } from './import-event.ts';
import { readOptions, UnknownOptions } from './import-options.ts';
import { firstReport, reportKeeper } from './report-keeper.ts';
import { type FileStored, type FileToStore, type ImportTables, storeFile } from './store-file.ts';

/** What a file is imported with. */
export interface ImporterPorts {
  readonly tables: ImportTables;
  /** Where the files lie, and their reports. */
  readonly imports: ImportBucket;
  /** Where the publisher looks whether an import has come to its end. */
  readonly published: ImportBucket;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Lines from one writing of the report to the next. */
  readonly linesPerReport: number;
}

/** A file that was put, and the time that there is for it. */
export interface FileTurn {
  readonly put: FilePut;
  readonly kind: ImportKind;
  readonly mustStop: () => boolean;
}

/** Why there is no use in trying again; undefined where that may end better. */
const whyNever = (error: unknown): string | undefined => {
  if (error instanceof UnknownOptions || error instanceof FileReplaced) return error.message;
  if (error instanceof UnmendedImport)
    return `${error.message}. Put that file again first, or this one with the metadata force = true`;
  if (!(error instanceof UnreadableImport) || error.cause instanceof StoreUnavailable) return undefined;
  return error.cause instanceof FileReplaced ? error.cause.message : error.message;
};

/** The report of this very put, however far it has come. */
const formerReport = async (
  { imports }: ImporterPorts,
  { key, etag, sequencer }: FilePut,
): Promise<ImportReport | undefined> => {
  const report = await readReport(imports, key);
  return report?.etag === etag && report.sequencer === sequencer ? report : undefined;
};

/** The report to go on from; a new one where another import has come between. */
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
  if (!isPublished(kind)) return storeFile(request);
  const afterHalf = report.afterHalf ?? (await comesAfterHalf(published, { kind, mode, file }, force));
  // Before the mark, which takes the place of that of the half.
  await keeper.write({ afterHalf });
  return underImportMark(published, { kind, mode, startedAt, file, afterHalf }, () => storeFile(request));
};

const nothingValid =
  'no line of the file is valid: nothing was removed. To remove all, put it with force = true';

/**
 * Imports a file, or goes on with it from where its report says. Answers with the report of an import that has ended;
 * undefined where there was nothing to do, as another delivery has ended it or another file has taken its place.
 * Throws ImportStopped, StoreUnavailable and what else may end better when it is delivered again.
 */
export const importPutFile = async (
  ports: ImporterPorts,
  turn: FileTurn,
): Promise<ImportReport | undefined> => {
  const { imports, tables, now, linesPerReport } = ports;
  const { put, mustStop } = turn;
  const former = await formerReport(ports, put);
  if (former && former.status !== 'importing') return undefined;
  const file = { ...imports, key: put.key, etag: put.etag };
  const unread = await currentReport(ports, turn, former);
  const keeper = reportKeeper(imports, unread, now);
  try {
    const facts = await lookAtFile(file);
    const report = former === unread ? unread : keeper.set(readOptions(facts.metadata));
    const request = { tables, file, facts, report, keeper, linesPerReport, mustStop };
    const { summary, warnings } = await store(ports, request);
    return await keeper.end({
      summary,
      warnings: [...report.warnings, ...warnings],
      ...(summary.refused ? { status: 'refused', failure: nothingValid } : { status: 'imported' }),
    });
  } catch (error) {
    const failure = whyNever(error);
    if (failure === undefined) throw error;
    // A file that took the place of one that had not begun has a report of its own.
    if (error instanceof FileReplaced && !former) return undefined;
    return keeper.end({ status: 'failed', failure });
  }
};
