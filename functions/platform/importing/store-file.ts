import type { documentClient } from '../../../shared/data-access/dynamodb-client.ts';
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

/** A file whose report says how far it is imported. */
export interface FileToStore {
  readonly tables: ImportTables;
  readonly file: PutFile;
  readonly facts: FileFacts;
  readonly report: ImportReport;
  readonly keeper: ReportKeeper;
  /** Lines from one writing of the report to the next. */
  readonly linesPerReport: number;
  readonly mustStop: () => boolean;
}

/** What became of the records, and what an operator should know of it. */
export interface FileStored {
  readonly summary: ImportSummary;
  readonly warnings: readonly string[];
}

/** Brings the tables to what the file says, from where its report says it was left. Throws as importRecords does. */
export const storeFile = async (request: FileToStore): Promise<FileStored> => {
  const { tables, file, facts, report, keeper, linesPerReport, mustStop } = request;
  const { kind, mode, force, line, summary } = report;
  const checks = await importChecks({ kind, client: tables.client, tables, ofSeveralFiles: false });
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
  });
  // The publisher knows nothing of the file's own permission.
  const outcome = { dryRun: false, force: false, replacesSample: false, publishedApart: true };
  return {
    summary: stored,
    warnings: [...importWarnings({ kind, mode, summary: stored, checks, ...outcome })],
  };
};
