import { setTimeout as delay } from 'node:timers/promises';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status, storeCall } from '../../../../shared/data-access/errors.ts';
import {
  type ImportReport,
  importReport,
  reportKeyOf,
} from '../../../../shared/data-access/importing/import-report.ts';
import { type Bucket, readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { OperatorError } from '../../operator-error.ts';
import { longestSilence } from '../../stack/running-import.ts';
import { patientAsking } from './patient-asking.ts';

/** Milliseconds from one look at the report to the next. */
const pollEvery = 1_000;
/** Milliseconds after which an operator wonders why nothing happens. */
const remarkableSilence = 60_000;

/** Which file to follow, and who wants to know. */
export interface ReportWait {
  readonly imports: Bucket;
  readonly key: string;
  /** After each report that differs from the one before, the last too. */
  readonly onReport: (report: ImportReport) => void;
  /** When nothing has been heard for a minute. */
  readonly onSilence: (last: ImportReport | undefined) => void;
  /** When the store does not answer, and is asked again. */
  readonly onUnanswered: () => void;
  readonly now?: () => number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Milliseconds by which the importer's clock may be behind that of S3. */
const clockDifference = 1_000;

/** What tells a file from one that was under its key before. */
interface FileThere {
  readonly tag: string;
  readonly putAt: Date;
}

const bare = (etag: string): string => etag.replaceAll('"', '');

/** The file of the import bucket as it is now. Throws OperatorError where there is none, StoreUnavailable. */
const fileUnder = async ({ client, bucket }: Bucket, key: string): Promise<FileThere> => {
  const head = new HeadObjectCommand({ Bucket: bucket, Key: key });
  try {
    const isAbsent = (error: unknown) => hasS3Status(error, 404);
    const found = await storeCall(`looking for ${key}`, () => client.send(head), isAbsent);
    return { tag: bare(found.ETag ?? ''), putAt: found.LastModified ?? new Date(0) };
  } catch (error) {
    if (!hasS3Status(error, 404)) throw error;
    throw new OperatorError(`there is no file ${key} in the import bucket`, { cause: error });
  }
};

/**
 * Whether a report is of this very file. One whose import began before the file was put is of the same bytes, put
 * earlier. S3 says the time in whole seconds.
 */
const isOf = ({ etag, startedAt }: ImportReport, { tag, putAt }: FileThere): boolean =>
  bare(etag) === tag && Date.parse(startedAt) >= putAt.getTime() - clockDifference;

const parseReport = (bytes: Uint8Array, key: string): ImportReport => {
  try {
    return importReport.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (cause) {
    throw new OperatorError(`the report of ${key} cannot be read`, { cause });
  }
};

/**
 * Reads the report of a file again and again until its import has ended. Undefined where the import gave no sign for
 * longer than it may. Throws OperatorError where there is no such file or its report is none,
 * StoreUnavailable where the store has not answered for two minutes.
 */
export const awaitReport = async (wait: ReportWait): Promise<ImportReport | undefined> => {
  const { imports, key, onReport, onSilence, onUnanswered, now = Date.now, pause = delay } = wait;
  const asking = patientAsking({ now, pause, onUnanswered });
  const file = await asking(() => fileUnder(imports, key));
  let last: ImportReport | undefined;
  let lastTag: string | undefined;
  let heardAt = now();
  let isSilent = false;
  while (now() - heardAt < longestSilence) {
    const reading = await asking(() => readObject(imports, reportKeyOf(key), lastTag));
    if (reading.kind === 'found') {
      lastTag = reading.etag;
      const report = parseReport(reading.bytes, key);
      // That of an earlier file of this name says nothing.
      if (isOf(report, file)) {
        last = report;
        heardAt = now();
        isSilent = false;
        onReport(report);
        if (report.status !== 'importing') return report;
      }
    }
    if (!isSilent && now() - heardAt >= remarkableSilence) {
      isSilent = true;
      onSilence(last);
    }
    await pause(pollEvery);
  }
  return undefined;
};
