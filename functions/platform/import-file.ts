import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { bulkLimits, documentClient, s3Client } from '../../shared/data-access/clients.ts';
import type { ImportReport } from '../../shared/data-access/importing/import-report.ts';
import { isFolderKey, readFileKey } from '../../shared/data-access/importing/put-file.ts';
import { sdkBucket } from '../../shared/data-access/objects/sdk-bucket.ts';
import { environmentVariable } from '../../shared/data-access/settings.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import { writeFigures } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';
import { type FilePut, type ImporterPorts, runImport } from './importing/import-run.ts';

type Clock = Pick<Context, 'getRemainingTimeInMillis'>;

/** Milliseconds reserved at the end of an invocation to write pending records and the report. */
const reserveMilliseconds = 60_000;

/**
 * Imports the file named by an event, and records metrics. Throws what `runImport` throws: the queue then delivers the
 * event again, and the next invocation resumes from the file's report.
 */
export const importFile =
  (ports: ImporterPorts) =>
  async (event: unknown, clock: Clock): Promise<void> => {
    const put = readEvent(event);
    const { kind, whyNot } = readFileKey(put.key);
    if (kind === undefined) return reject(put.key, whyNot);
    const mustStop = () => clock.getRemainingTimeInMillis() < reserveMilliseconds;
    const report = await runImport(ports, { put, kind, mustStop });
    if (!report) {
      logger.info('file skipped: already imported, or replaced by another file', { file: put.key });
      return;
    }
    measure(report);
    const { file, status, mode, force, line, summary, failure } = report;
    logger.info('import ended', { file, status, mode, force, line, summary, failure });
  };

/** Counts and logs an object that is not an import file: it gets no report, so the metric is the only sign of it. */
const reject = (file: string, why: string): void => {
  if (isFolderKey(file)) {
    logger.info('skipped: the key is a folder', { file });
    return;
  }
  logger.error(`no file to import: ${why}`, { file });
  writeFigures({ ImportFailed: 1, ImportSeconds: 0, ImportLinesRead: 0, ImportLinesRejected: 0 }, {});
};

const outcomes = {
  imported: { ImportSucceeded: 1 },
  refused: { ImportRefused: 1 },
  failed: { ImportFailed: 1 },
} as const;

const measure = ({ status, startedAt, updatedAt, summary }: ImportReport): void => {
  if (status === 'importing') return;
  const seconds = (Date.parse(updatedAt) - Date.parse(startedAt)) / 1_000;
  const lines = { ImportLinesRead: summary.read, ImportLinesRejected: summary.failed };
  writeFigures({ ...outcomes[status], ImportSeconds: seconds, ...lines }, {});
};

/** EventBridge event of S3 for an object that was put. Unlike in S3's own notifications, the key is not URL-encoded. */
const objectCreated = z.object({
  source: z.literal('aws.s3'),
  'detail-type': z.literal('Object Created'),
  detail: z.object({
    object: z.object({
      key: z.string().check(z.minLength(1)),
      etag: z.string().check(z.minLength(1)),
    }),
  }),
});

/** SQS event of the importer: one message, with the event of one file. */
const importEvent = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });

const readEvent = (event: unknown): FilePut => {
  const [{ body }] = importEvent.parse(event).Records;
  const { key, etag } = objectCreated.parse(JSON.parse(body)).detail.object;
  return { key, etag: etag.replaceAll('"', '') };
};

const importer = lazy(() => {
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
    linesPerReport: 5_000,
  });
});

/** Lambda handler, invoked by the queue of files put into the import bucket, one at a time. */
export const handler = async (event: unknown, context: Clock): Promise<void> => {
  await importer()(event, context);
};
