import { type ImportReport, reportedBadLines } from '../../../shared/data-access/import/import-report.ts';
import { emptySummary } from '../../../shared/data-access/import/import-summary.ts';
import type { BadLine } from '../../../shared/data-access/import/lines/import-line.ts';
import { type ImportBucket, writeReport } from '../../../shared/data-access/import/stored-report.ts';

/** Creates the report of an import that has read neither lines nor options yet. */
export const firstReport = (
  begun: Pick<ImportReport, 'file' | 'etag' | 'sequencer' | 'kind' | 'startedAt'>,
): ImportReport => ({
  ...begun,
  mode: 'replace',
  force: false,
  status: 'importing',
  updatedAt: begun.startedAt,
  line: 0,
  summary: emptySummary(),
  badLines: [],
  warnings: [],
});

/** Keeps the report of one import, and stores it beside its file whenever it changes. */
export const reportKeeper = (bucket: ImportBucket, begun: ImportReport, now: () => number) => {
  let report = begun;
  let found: ImportReport['badLines'] = [];
  const time = () => new Date(now()).toISOString();
  const set = (news: Partial<ImportReport>): ImportReport => {
    report = { ...report, ...news };
    return report;
  };
  const write = (news: Partial<ImportReport>): Promise<ImportReport> => {
    // Refusals of the store may arrive out of order, but all of these lines come after those already reported.
    const later = found.toSorted((one, other) => one.line - other.line);
    found = [];
    const badLines = [...report.badLines, ...later];
    return writeReport(bucket, set({ badLines, ...news, updatedAt: time() }));
  };
  return {
    addBadLine({ line, reason }: BadLine): void {
      if (report.badLines.length + found.length < reportedBadLines) found.push({ line, reason });
    },
    /** Merges changes into the report without writing it. */
    set,
    write,
    end: (news: Partial<ImportReport>) => write({ ...news, endedAt: time() }),
  };
};
export type ReportKeeper = ReturnType<typeof reportKeeper>;
