import { type ImportReport, reportedBadLines } from '../../../shared/data-access/import/import-report.ts';
import { emptySummary } from '../../../shared/data-access/import/import-summary.ts';
import type { BadLine } from '../../../shared/data-access/import/lines/import-line.ts';
import { type ImportBucket, writeReport } from '../../../shared/data-access/import/stored-report.ts';

/** The report of an import that has read nothing yet, and is not told how to. */
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

/** Keeps the report of one import, and puts it beside its file whenever there is something new. */
export const reportKeeper = (bucket: ImportBucket, begun: ImportReport, now: () => number) => {
  let report = begun;
  let found: ImportReport['badLines'] = [];
  const time = () => new Date(now()).toISOString();
  const set = (news: Partial<ImportReport>): ImportReport => {
    report = { ...report, ...news };
    return report;
  };
  const write = (news: Partial<ImportReport>): Promise<ImportReport> => {
    // Of the lines read since the last report, which are all later than its own, the store may refuse one late.
    const later = found.toSorted((one, other) => one.line - other.line);
    found = [];
    const badLines = [...report.badLines, ...later];
    return writeReport(bucket, set({ badLines, ...news, updatedAt: time() }));
  };
  return {
    addBadLine({ line, reason }: BadLine): void {
      if (report.badLines.length + found.length < reportedBadLines) found.push({ line, reason });
    },
    /** Takes in what is new, to be written with what follows. */
    set,
    write,
    end: (news: Partial<ImportReport>) => write({ ...news, endedAt: time() }),
  };
};
export type ReportKeeper = ReturnType<typeof reportKeeper>;
