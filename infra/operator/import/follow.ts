import { setTimeout as delay } from 'node:timers/promises';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status, storeCall } from '../../../shared/data-access/errors.ts';
import { isStillMarked } from '../../../shared/data-access/importing/import-mark.ts';
import {
  type ImportReport,
  isReportDamaged,
  readReport,
} from '../../../shared/data-access/importing/import-report.ts';
import { removalWarning } from '../../../shared/data-access/importing/import-warnings.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { isGuarded, isPublished } from '../../../shared/domain/publication/publication.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { asWord } from '../../local/command-words.ts';
import type { Outcome, Run } from '../command.ts';
import { fileOf } from '../dead-letters.ts';
import { errorMessage, OperatorError, UsageError } from '../errors.ts';
import { publishStored } from '../publish/publish.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, type Progress, say, showProgress } from '../terminal/output.ts';
import { badLineText, importResult, type LineOrigins, replacedSample } from './report.ts';
import { maxSilence } from './running-import.ts';

export const followCommand: Run<{ readonly key: string }> = async ({ openStack }, { key }) => {
  // Otherwise, the command would wait for a report that never appears.
  const { whyNot } = readFileKey(key);
  if (whyNot !== undefined) throw new UsageError(`${key} is never imported: ${whyNot}`);
  return followToEnd({ stack: await openStack(), key, originOf: (line) => ({ source: key, line }) });
};

export const followCommandLine = (stack: Pick<OperatedStack, 'command'>, key: string): string =>
  stack.command(`waypost import follow ${asWord(key)}`);

interface FollowedFile extends LineOrigins {
  readonly stack: OperatedStack;
  readonly key: string;
  /** Shows the progress (default: on the terminal). */
  readonly progress?: Progress;
}

/** Follows a file's import to its end, prints its bad lines and warnings, and publishes it. Throws OperatorError. */
export const followToEnd = async (followed: FollowedFile): Promise<Outcome> => {
  const { stack, key: file } = followed;
  const report = await awaitEnd(followed);
  const { kind, mode, force, status, failure, summary, badLines } = report;
  const isLastImport = () =>
    isStillMarked(stack.published, report).catch((cause: unknown) => {
      throw new OperatorError(`the import has ended, but cannot be published: ${errorMessage(cause)}`, {
        code: 'unreachable',
        remedy: `To publish it: ${followCommandLine(stack, file)}`,
        cause,
      });
    });
  // Losses caused by a later import are checked even if this import was forced or replaced the sample.
  const isLast = isGuarded(kind) && (await isLastImport());
  const sample = isLast ? await replacedSample(stack, kind, mode) : undefined;
  // The importer does not recognise the sample, and therefore warns of removed records.
  const needless = sample === undefined ? undefined : removalWarning({ kind, summary });
  const warnings = report.warnings.filter((warning) => warning !== needless);
  const ended = { kind, dryRun: false, file, summary, badLines, warnings };
  const { result, rejection } = importResult(followed, ended);
  if (rejection) throw rejection;
  const { data, text } = result;
  if (status === 'failed')
    throw new OperatorError(`the import failed: ${failure ?? 'it gave no reason'}`, {
      code: 'import_failed',
      // The counts are meaningless if no line was read.
      result: { data, text: summary.read === 0 ? '' : text },
    });
  if (!isPublished(kind)) return result;
  if (sample !== undefined) say(`replacing ${sample}`);
  const mayLose = isLast && (force || sample !== undefined) ? { mayLose: kind } : {};
  const { publication, note } = await publishStored(
    stack,
    { reason: 'import', ...mayLose },
    { fact: 'the records are stored', result: { data, text } },
  );
  return { ...result, data: { ...data, publication }, notes: [note] };
};

const awaitEnd = async (followed: FollowedFile): Promise<ImportReport> => {
  const again = followCommandLine(followed.stack, followed.key);
  using _ = onInterrupt(`the import continues. To follow it again: ${again}`);
  const { progress = showProgress(undefined, '{count} lines imported') } = followed;
  try {
    return await pollReport(followed, progress);
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw new OperatorError(`the import continues, but cannot be followed: ${errorMessage(cause)}`, {
      code: 'unreachable',
      remedy: `To follow it again: ${again}`,
      cause,
    });
  } finally {
    progress.stop();
  }
};

/** Milliseconds within which a running importer replaces a damaged report. */
const damageSilence = 5_000;
/** Milliseconds without progress after which the operator is informed of the delay. */
const remarkableSilence = 60_000;
/** Milliseconds for which the import bucket may be unavailable before the command gives up. */
const storePatience = 2 * 60_000;

/** Polls a report until its import ends or shows no progress for too long. Throws StoreUnavailable. */
const pollReport = async (followed: FollowedFile, progress: Progress): Promise<ImportReport> => {
  const { key, stack } = followed;
  const file = await headUpload(stack.imports, key);
  let last: ImportReport | undefined;
  let lastChange = Date.now();
  let lastResponse = lastChange;
  let isRemarked = false;
  for (let polls = 1; ; polls += 1) {
    try {
      const report = await readReport(stack.imports, key);
      lastResponse = Date.now();
      // Ignores the report of an earlier upload under this key, even if its bytes are the same.
      if (report?.etag === file.etag && Date.parse(report.putAt) === file.putAt) {
        for (const bad of report.badLines.slice(last?.badLines.length ?? 0))
          progress.print(badLineText(followed, bad));
        progress.update(0, report.line);
        if (report.status !== 'importing') return report;
        if (report.updatedAt !== last?.updatedAt) {
          lastChange = lastResponse;
          isRemarked = false;
        }
        last = report;
      }
    } catch (error) {
      // A request that was rejected would be rejected again.
      const mayPass = error instanceof StoreUnavailable && !hasS3Status(error.cause, 400, 403);
      if (!mayPass || Date.now() - lastResponse > storePatience) throw error;
    }
    const silence = Date.now() - lastChange;
    if (silence >= maxSilence)
      throw new OperatorError(
        `the import of ${key} has shown no progress for ${maxSilence / 60_000} minutes`,
        {
          remedy: `The importer's log may show why. To keep following it: ${followCommandLine(stack, key)}`,
        },
      );
    if (!last && silence >= damageSilence && (await isReportDamaged(stack.imports, key)))
      throw new OperatorError(`the report of ${key} is damaged, so the outcome of its import is unknown`, {
        remedy: 'Import the file again. Records that are already stored do not change',
      });
    if (!isRemarked && silence >= remarkableSilence) {
      isRemarked = true;
      await rejectDeadLetter(stack, key, file.putAt);
      progress.print(
        last
          ? `no progress since ${last.updatedAt}. An interrupted import resumes automatically after about 16 minutes`
          : 'the import has not started yet; another file may be ahead of it',
      );
    }
    await delay(Math.min(100 * polls, 1_000));
  }
};

const rejectDeadLetter = async (stack: OperatedStack, key: string, putAt: number): Promise<void> => {
  const letters = (await stack.deadLetters()) ?? [];
  const letter = letters.findLast((each) => fileOf(each) === key && Date.parse(each.at) >= putAt);
  if (letter)
    throw new OperatorError(`the importer has given up on the file: ${letter.why}`, {
      remedy: `To try again: ${stack.command('waypost redrive')}`,
    });
};

/** Returns the ETag and upload time (epoch milliseconds) of a file. Throws OperatorError if the file does not exist. */
const headUpload = async ({ client, bucket }: Bucket, key: string) => {
  const isAbsent = (error: unknown) => hasS3Status(error, 404);
  const head = new HeadObjectCommand({ Bucket: bucket, Key: key });
  try {
    const found = await storeCall(`looking for ${key}`, () => client.send(head), isAbsent);
    return { etag: (found.ETag ?? '').replaceAll('"', ''), putAt: found.LastModified?.getTime() ?? 0 };
  } catch (cause) {
    if (!isAbsent(cause)) throw cause;
    throw new OperatorError(`there is no file ${key} in the import bucket`, { code: 'not_found', cause });
  }
};
