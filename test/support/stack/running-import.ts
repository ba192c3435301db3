import { emptySummary, writeReport } from '../../../shared/data-access/importing/import-report.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';

/** Writes the report of a running import. The returned function writes the report of its end. */
export const reportRunningImport = async (
  imports: Bucket,
  at = new Date(),
  file = 'locations/may.ndjson',
): Promise<() => Promise<void>> => {
  const report = {
    file,
    etag: 'e',
    putAt: '2026-05-01T00:00:00.000Z',
    kind: 'locations',
    mode: 'merge',
    force: false,
    startedAt: at.toISOString(),
    updatedAt: at.toISOString(),
    line: 2_000,
    summary: emptySummary(),
    badLines: [],
    warnings: [],
  } as const;
  await writeReport(imports, { ...report, status: 'importing', badLines: [], warnings: [] });
  return async () => {
    await writeReport(imports, { ...report, status: 'imported', badLines: [], warnings: [] });
  };
};
