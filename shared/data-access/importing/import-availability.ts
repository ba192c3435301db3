import { isDeepStrictEqual } from 'node:util';
import {
  type AvailabilityReport,
  editOverlay,
  isUnavailable,
  maxOverlayRows,
  type OverlayEditor,
  OverlayFull,
} from '../../domain/availability/overlay.ts';
import { availabilityRecord, locationOfReport } from '../../domain/importing/availability-record.ts';
import { describeIssues } from '../../domain/importing/import-field.ts';
import type { LocationCatalogue } from '../../domain/location/catalogue/catalogue.ts';
import { readOverlay, updateOverlay } from '../availability/overlay-store.ts';
import type { Bucket } from '../objects/bucket.ts';
import { availabilityChecks } from './import-checks.ts';
import type { ImportMode } from './import-kinds.ts';
import { type BadLine, type ImportLine, parseLine } from './import-lines.ts';
import { emptySummary, type ImportSummary } from './import-report.ts';

export interface AvailabilityImport {
  readonly lines: AsyncIterable<ImportLine>;
  readonly mode: ImportMode;
  /** Whether a replacement without a valid line may remove all reports. */
  readonly force: boolean;
  /** Whether to count changes without writing them. */
  readonly dryRun?: boolean;
  /** Start of the import. In replace mode, the import replaces all reports received before this time. */
  readonly startedAt: Date;
  readonly published: Bucket;
  readonly catalogue: Pick<LocationCatalogue, 'has'>;
  readonly onProgress?: (summary: Readonly<ImportSummary>) => void;
  readonly onBadLine: (line: BadLine) => void;
}

/**
 * Imports valid lines into the overlay in one write. The result has no `overlay` if nothing was written. Throws
 * OverlayFull, UnreadableImport or StoreUnavailable.
 */
export const importAvailability = async (request: AvailabilityImport) => {
  const { mode, force, dryRun, startedAt, published } = request;
  const file = await readReports(request);
  const { summary, checks } = file;
  const replace = mode === 'replace';
  if (replace && summary.read === summary.failed && !force)
    return { summary: { ...summary, refused: true }, checks };

  const change = (editor: OverlayEditor): ImportSummary => {
    const before = new Map(editor.rows());
    const isKept = (code: string) => replace && !file.reports.has(code);
    const kept = [...file.bad].filter(isKept).flatMap((code) => before.get(code) ?? []);
    editor.add({ reports: [...file.reports.values(), ...kept], receivedAt: startedAt, replace });
    return { ...summary, ...countChanges(file.reports, before, editor.rows(), startedAt), kept: kept.length };
  };
  if (dryRun) {
    const reading = await readOverlay(published);
    const editor = editOverlay(reading.kind === 'found' ? reading.overlay : undefined, startedAt);
    return { summary: change(editor), checks };
  }
  const { overlay, result } = await updateOverlay(published, change, () => new Date(), {
    replacesDamaged: replace,
  });
  return { summary: result, checks, overlay };
};

/** Reads all lines into memory, which the size of an overlay limits. The first line of each location is used. */
const readReports = async (request: AvailabilityImport) => {
  const { lines, mode, startedAt, catalogue, onBadLine, onProgress } = request;
  const record = availabilityRecord({ receivedAt: startedAt, replace: mode === 'replace' });
  const checks = availabilityChecks(record, catalogue);
  const summary = emptySummary();
  const reports = new Map<string, AvailabilityReport>();
  const firstLines = new Map<string, number>();
  /** Codes of locations whose line is invalid. */
  const bad = new Set<string>();
  for await (const { source, line, bytes } of lines) {
    const parsed = parseLine(bytes);
    if (!parsed) continue;
    const origin = { source, line };
    summary.read += 1;
    const reject = (reason: string) => {
      summary.failed += 1;
      onBadLine({ ...origin, reason });
    };
    if ('bad' in parsed) reject(parsed.bad);
    else {
      const { data: report, error } = record.safeParse(parsed.value);
      if (!report) {
        const code = locationOfReport.safeParse(parsed.value).data;
        if (code !== undefined) bad.add(code);
        reject(describeIssues(error));
      } else {
        checks.onLine(parsed.value, origin);
        const { location_code: code } = report;
        const first = firstLines.get(code);
        if (first !== undefined) reject(`${code} is a duplicate of line ${first}`);
        else {
          firstLines.set(code, line);
          reports.set(code, report);
          checks.onRecord(report, origin);
          if (reports.size > maxOverlayRows) throw new OverlayFull();
        }
      }
    }
    onProgress?.(summary);
  }
  return { reports, bad, summary, checks };
};

/** Counts the changes that an import has made. A report that a later one supersedes counts as unchanged. */
const countChanges = (
  reports: ReadonlyMap<string, AvailabilityReport>,
  before: ReturnType<OverlayEditor['rows']>,
  after: ReturnType<OverlayEditor['rows']>,
  now: Date,
) => {
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  for (const [code, report] of reports) {
    const [was, is] = [before.get(code), after.get(code)];
    const isCounted = isDeepStrictEqual(is && reportOf(is), report);
    if (!isCounted || (was && isDeepStrictEqual(reportOf(was), report))) counts.unchanged += 1;
    else counts[was ? 'changed' : 'added'] += 1;
  }
  for (const [code, row] of before) if (!after.has(code) && isUnavailable(row, now)) counts.removed += 1;
  return counts;
};

const reportOf = ({ received_at: _, ...report }: AvailabilityReport & { readonly received_at: string }) =>
  report;
