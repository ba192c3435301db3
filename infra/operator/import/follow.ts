import { setTimeout as delay } from 'node:timers/promises';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status, storeCall } from '../../../shared/data-access/errors.ts';
import type { BadLine, LineOrigin } from '../../../shared/data-access/importing/import-lines.ts';
import {
  type ImportReport,
  importReport,
  reportKeyOf,
} from '../../../shared/data-access/importing/import-report.ts';
import { removalWarning } from '../../../shared/data-access/importing/import-warnings.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import { isPublished } from '../../../shared/data-access/importing/record-kinds.ts';
import { type Bucket, readObject } from '../../../shared/data-access/objects/bucket.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { asWord } from '../../local/command-words.ts';
import type { Outcome, Run } from '../command.ts';
import { asOperatorError, errorMessage, exitCodes, OperatorError, UsageError } from '../errors.ts';
import { publishInTurn } from '../publish/publish.ts';
import { awaitServed } from '../publish/serving.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, type Progress, say, showProgress } from '../terminal/output.ts';
import { formatCounted } from '../terminal/text.ts';
import { badLineText, importData, noValidLine, replacedSample, summaryText } from './report.ts';
import { fileOf, maxSilence } from './running-import.ts';

/** `waypost import follow`. Throws UsageError, OperatorError. */
export const followCommand: Run<{ readonly key: string }> = async ({ openStack }, { key }) => {
  // A report would never come, however long one waits.
  const { whyNot } = readFileKey(key);
  if (whyNot !== undefined) throw new UsageError(`${key} is never imported: ${whyNot}`);
  return followToEnd({ stack: await openStack(), key, originOf: (line) => ({ source: key, line }) });
};

/** Returns the command line that follows the import of a file again. */
export const followCommandLine = (stack: Pick<OperatedStack, 'command'>, key: string): string =>
  stack.command(`waypost import follow ${asWord(key)}`);

/** A file in the import bucket whose import is followed. */
interface FollowedFile {
  readonly stack: OperatedStack;
  readonly key: string;
  /** Returns the place of a line as the operator knows it. */
  readonly originOf: (line: number) => LineOrigin;
  /** Whether its lines come from several files, which texts of the report do not know. */
  readonly hasSeveralFiles?: boolean;
}

/** Milliseconds that an import waits for another publication to end. */
const publicationPatience = 5 * 60_000;

/**
 * Follows the import of a file to its end, prints bad lines and warnings, and publishes the result if the kind is
 * published. Throws OperatorError.
 */
export const followToEnd = async (followed: FollowedFile): Promise<Outcome> => {
  const { stack, key } = followed;
  const report = await awaitEnd(followed);
  const { kind, mode, force, status, failure, summary } = report;
  const badLines = report.badLines.map((bad) => locate(followed, bad));
  const more = summary.failed - badLines.length;
  if (more > 0) say(`and ${formatCounted(more, 'more bad line')}`);
  const sample = await replacedSample(stack, kind, mode);
  const warnings = (sample === undefined ? report.warnings : withoutRemoval(report)).map((warning) =>
    nameFiles(followed, warning),
  );
  for (const warning of warnings) say(`warning: ${warning}`);
  const text = summaryText(summary);
  const dataWith = (publication?: object) =>
    importData({ kind, dryRun: false, file: key, summary, badLines, warnings, publication });
  if (status === 'failed')
    throw new OperatorError(`the import failed: ${failure ?? 'it gave no reason'}`, {
      code: 'import_failed',
      // The counts of an import that has read no line say nothing.
      result: { data: dataWith(), text: summary.read === 0 ? '' : text },
    });
  if (status === 'refused') throw noValidLine(kind, { data: dataWith(), text });
  const exit = summary.failed > 0 ? exitCodes.badLines : exitCodes.done;
  if (!isPublished(kind)) return { data: dataWith(), text, exit };
  let publication: object | undefined;
  try {
    if (sample !== undefined) say(`replacing ${sample}`);
    const mayLose = force || sample !== undefined ? { mayLose: kind } : {};
    const request = { reason: 'import', onlyChanges: true, ...mayLose };
    const result = await publishInTurn(stack, request, publicationPatience);
    publication = result;
    if (sample !== undefined) await stack.markSampleReplaced(kind);
    if (result.status === 'unchanged')
      say(`nothing differs from what is published: version ${result.version} stays`);
    const { note } = await awaitServed(stack, result);
    return { data: dataWith(publication), text, notes: [note], exit };
  } catch (thrown) {
    const error = asOperatorError(thrown);
    const data = dataWith(publication ?? error.result?.data);
    throw error.after({ data, text }, 'the records are stored, but ');
  }
};

/** Returns a bad line of the upload as one of its file. */
const locate = (followed: FollowedFile, { line, reason }: ImportReport['badLines'][number]): BadLine => ({
  ...followed.originOf(line),
  reason: nameFiles(followed, reason),
});

/** Replaces the numbers of lines of the upload by the lines of its files. */
const nameFiles = ({ originOf, hasSeveralFiles = false }: FollowedFile, text: string): string =>
  hasSeveralFiles
    ? text.replace(/\b(in|of) line (\d+)/g, (_, before: string, number: string) => {
        const { source, line } = originOf(Number(number));
        return `${before} ${source} line ${line}`;
      })
    : text;

/** The importer warns of removals without knowing that nobody misses the sample. */
const withoutRemoval = ({ kind, summary, warnings }: ImportReport): readonly string[] => {
  const outcome = { dryRun: false, force: false, replacesSample: false, publishedApart: true };
  const ofRemoval = removalWarning({ kind, summary, ...outcome });
  return warnings.filter((warning) => warning !== ofRemoval);
};

/** Shows the progress of an import until it has ended, and returns its report. Throws OperatorError. */
const awaitEnd = async (followed: FollowedFile): Promise<ImportReport> => {
  const again = followCommandLine(followed.stack, followed.key);
  const forget = onInterrupt(`the import continues. To follow it again: ${again}`);
  const progress = showProgress(undefined, '{count} lines imported');
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
    forget();
  }
};

/** Milliseconds after which an operator wonders why nothing happens. */
const remarkableSilence = 60_000;
const maxPollMilliseconds = 1_000;

/**
 * Polls the report of a file until its import has ended, and shows its progress and bad lines. Throws OperatorError if the
 * file or its report cannot be read, or there is no progress for too long, and StoreUnavailable.
 */
const pollReport = async (followed: FollowedFile, progress: Progress): Promise<ImportReport> => {
  const { key, stack } = followed;
  const file = await headUpload(stack.imports, key);
  let last: { readonly report?: ImportReport; readonly etag?: string; readonly at: number } = {
    at: Date.now(),
  };
  let isSilent = false;
  for (let polls = 1; ; polls += 1) {
    const reading = await readPatiently(stack.imports, reportKeyOf(key), last.etag);
    const report = reading.kind === 'found' ? parseReport(reading.bytes, key) : undefined;
    // Not that of an earlier file with this key, or of the same bytes put earlier.
    if (reading.kind === 'found' && report?.etag === file.etag && Date.parse(report.putAt) === file.putAt) {
      for (const bad of report.badLines.slice(last.report?.badLines.length ?? 0))
        progress.print(badLineText(locate(followed, bad)));
      progress.update(0, report.line);
      if (report.status !== 'importing') return report;
      last = { report, etag: reading.etag, at: Date.now() };
      isSilent = false;
    }
    const silence = Date.now() - last.at;
    if (silence >= maxSilence)
      throw new OperatorError(
        `the import of ${key} has shown no progress for ${maxSilence / 60_000} minutes`,
        {
          remedy: `The log of the importer may tell why. To keep following it: ${followCommandLine(stack, key)}`,
        },
      );
    if (!isSilent && silence >= remarkableSilence) {
      isSilent = true;
      await rejectDeadLetter(stack, key, file.putAt);
      progress.print(
        last.report
          ? `no progress since ${last.report.updatedAt}: an interrupted import resumes automatically after some minutes`
          : 'the import has not begun yet: another file may be before it',
      );
    }
    await delay(Math.min(200 * polls, maxPollMilliseconds));
  }
};

/** Milliseconds for which the import bucket may not respond. */
const storePatience = 2 * 60_000;

/** Reads an object unless it still has this ETag, and tries again while its store does not respond. Throws StoreUnavailable. */
const readPatiently = async (bucket: Bucket, key: string, knownEtag: string | undefined) => {
  const end = Date.now() + storePatience;
  for (;;) {
    try {
      return await readObject(bucket, key, knownEtag);
    } catch (error) {
      // A rejected request is rejected again.
      const mayPass = error instanceof StoreUnavailable && !hasS3Status(error.cause, 400, 403);
      if (!mayPass || Date.now() > end) throw error;
    }
    await delay(maxPollMilliseconds);
  }
};

/** Throws OperatorError if the importer has given the file up. */
const rejectDeadLetter = async (stack: OperatedStack, key: string, putAt: number): Promise<void> => {
  const letters = (await stack.deadLetters()) ?? [];
  const letter = letters.findLast((each) => fileOf(each) === key && Date.parse(each.at) >= putAt);
  if (letter)
    throw new OperatorError(`the importer has given the file up: ${letter.why}`, {
      remedy: `To try again: ${stack.command('waypost redrive')}`,
    });
};

/** Identifies a file among those that had its key. */
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

const parseReport = (bytes: Uint8Array, key: string): ImportReport => {
  try {
    return importReport.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (cause) {
    throw new OperatorError(`the report of ${key} cannot be read`, { code: 'damaged', cause });
  }
};
