import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../infra/local/clock.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { openJobs } from '../../../infra/local/jobs/jobs.ts';
import { queueSender } from '../../../infra/local/jobs/queues.ts';
import { openState } from '../../../infra/local/state.ts';
import type { ImportMark } from '../../../shared/data-access/importing/import-mark.ts';
import { emptySummary, writeReport } from '../../../shared/data-access/importing/import-report.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { putJson } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { lastImportKey } from '../../../shared/domain/publication/object-keys.ts';

/** Overwrites the mark of an import to say that the import has ended. */
export const putEndedMark = async (bucket: Bucket, mark: ImportMark): Promise<void> => {
  const content = { ...mark, endedAt: new Date().toISOString() };
  await putJson(bucket, 'ending an import', { key: lastImportKey, content });
};

/** Writes the report of a running import. The returned function writes the report of its end. */
export const reportRunningImport = async (
  imports: Bucket,
  at = new Date(),
  file = 'locations/may.ndjson',
): Promise<() => Promise<void>> => {
  const write = async (status: 'importing' | 'imported') => {
    await writeReport(imports, {
      status,
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
    });
  };
  await write('importing');
  return () => write('imported');
};

/** Adds a file to the import queue. The returned function removes it. */
export const queueFile = (dataDirectory: string): (() => void) => {
  const group = { kind: 'queue', name: 'Files', groupId: 'files' } as const;
  const state = openState(dataFilesIn(dataDirectory).stateFile);
  const jobs = openJobs(state);
  queueSender({ jobs, clock: systemClock })(group.name, group.groupId, randomUUID());
  return () => {
    const job = jobs.first(group);
    if (job) jobs.finish(job);
    state.close();
  };
};
