import type { documentClient } from '../../../shared/data-access/clients.ts';
import {
  type FileFacts,
  type PutFile,
  readFileParts,
} from '../../../shared/data-access/import/files/put-file.ts';
import { importChecks } from '../../../shared/data-access/import/findings/import-checks.ts';
import { importWarnings } from '../../../shared/data-access/import/findings/import-warnings.ts';
import { importRecords } from '../../../shared/data-access/import/import-records.ts';
import type { ImportReport } from '../../../shared/data-access/import/import-report.ts';
import type { ImportSummary } from '../../../shared/data-access/import/import-summary.ts';
import { readImportLines } from '../../../shared/data-access/import/lines/read-import-lines.ts';
import { recordKinds } from '../../../shared/data-access/import/record-kind.ts';
import type { ReportKeeper } from './report-keeper.ts';

/** The tables that records are imported into. */
export interface ImportTables {
  readonly client: ReturnType<typeof documentClient>;
  readonly locations: string;
  readonly capabilities: string;
  readonly billers: string;
}

/** A file to import, with the report to resume from. */
export interface FileToStore {
  readonly tables: ImportTables;
  readonly file: PutFile;
  readonly facts: FileFacts;
  readonly report: ImportReport;
  readonly keeper: ReportKeeper;
  /** Number of lines between two writes of the report. */
  readonly linesPerReport: number;
  readonly mustStop: () => boolean;
}

/** Outcome of an import: counts of records, and warnings for the operator. */
export interface FileStored {
  readonly summary: ImportSummary;
  readonly warnings: readonly string[];
}

/** Imports the file into the tables, resuming from its report. Throws as importRecords does. */
export const storeFile = async (request: FileToStore): Promise<FileStored> => {
  const { tables, file, facts, report, keeper, linesPerReport, mustStop } = request;
  const { kind, mode, force, line, summary } = report;
  const checks = await importChecks({ kind, mode, client: tables.client, tables, ofSeveralFiles: false });
  const stored = await importRecords({
    kind,
    mode,
    force,
    lines: readImportLines(file.key, readFileParts(file, facts)),
    client: tables.client,
    tableName: tables[recordKinds[kind].table],
    pieces: {
      goOnFrom: { line, summary },
      size: linesPerReport,
      onCheckpoint: async (checkpoint) => void (await keeper.write(checkpoint)),
      mustStop,
    },
    onBadLine: keeper.addBadLine,
    onLine: checks.onLine,
    onRecord: checks.onRecord,
    onKept: checks.onKept,
  });
  // A file's `force` does not extend to the publisher.
  const outcome = { dryRun: false, force: false, replacesSample: false, publishedApart: true };
  return {
    summary: stored,
    warnings: [...importWarnings({ kind, mode, summary: stored, checks, ...outcome })],
  };
};
