import type { Context } from 'aws-lambda';
import { bulkLimits, documentClient, s3Client } from '../../shared/data-access/clients.ts';
import { isFolderKey, readFileKey } from '../../shared/data-access/import/files/file-key.ts';
import type { ImportReport } from '../../shared/data-access/import/import-report.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';
import { environmentVariable } from '../../shared/data-access/settings.ts';
import { madeOnce } from '../../shared/domain/made-once.ts';
import { logger } from '../../shared/observability/logger.ts';
import { recordImport } from '../../shared/observability/metrics.ts';
import { importEvent } from './importing/import-event.ts';
import { type ImporterPorts, importPutFile } from './importing/import-put-file.ts';

type Clock = Pick<Context, 'getRemainingTimeInMillis'>;

/** Milliseconds reserved at the end of an invocation to write pending records and the report. */
const lastMinute = 60_000;

const outcomes = {
  imported: 'Imported',
  refused: 'Refused',
  failed: 'Failed',
  importing: undefined,
} as const;

const measure = ({ status, startedAt, updatedAt, summary }: ImportReport): void => {
  const outcome = outcomes[status];
  if (outcome === undefined) return;
  recordImport({
    outcome,
    seconds: (Date.parse(updatedAt) - Date.parse(startedAt)) / 1_000,
    linesRead: summary.read,
    linesRejected: summary.failed,
  });
};

/** Counts and logs an object that is not an import file: it gets no report, so the metric is the only sign of it. */
const refuse = (file: string, why: string): void => {
  if (isFolderKey(file)) {
    logger.info('no file to import: it stands for a folder', { file });
    return;
  }
  logger.error(`no file to import: ${why}`, { file });
  recordImport({ outcome: 'Failed', seconds: 0, linesRead: 0, linesRejected: 0 });
};

/**
 * Imports the file named by an event, and records metrics. Throws what `importPutFile` throws: the queue then delivers
 * the event again, and the next invocation resumes from the file's report.
 */
export const importFile =
  (ports: ImporterPorts) =>
  async (event: unknown, clock: Clock): Promise<void> => {
    const put = importEvent.parse(event);
    const { kind, whyNot } = readFileKey(put.key);
    if (kind === undefined) {
      refuse(put.key, whyNot);
      return;
    }
    const mustStop = () => clock.getRemainingTimeInMillis() < lastMinute;
    const report = await importPutFile(ports, { put, kind, mustStop });
    if (!report) {
      logger.info('file left alone: it was imported before, or another took its place', { file: put.key });
      return;
    }
    measure(report);
    const { file, status, mode, force, line, summary, failure } = report;
    logger.info('import ended', { file, status, mode, force, line, summary, failure });
  };

const importerFromEnvironment = () => {
  const client = s3Client(bulkLimits);
  return importFile({
    tables: {
      client: documentClient(bulkLimits),
      locations: environmentVariable('LOCATIONS_TABLE'),
      capabilities: environmentVariable('CAPABILITIES_TABLE'),
      billers: environmentVariable('BILLERS_TABLE'),
    },
    imports: sdkBucket(client, environmentVariable('IMPORT_BUCKET')),
    published: sdkBucket(client, environmentVariable('PUBLISHED_BUCKET')),
    now: Date.now,
    linesPerReport: 5_000,
  });
};

const importer = madeOnce(importerFromEnvironment);

/** Lambda handler, invoked by the queue of files put into the import bucket, one at a time. */
export const handler = async (event: unknown, context: Clock): Promise<void> => {
  await importer()(event, context);
};
