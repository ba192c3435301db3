import { setTimeout as delay } from 'node:timers/promises';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status, storeCall } from '../../../shared/data-access/errors.ts';
import type { LineOrigin } from '../../../shared/data-access/importing/import-lines.ts';
import {
  type ImportReport,
  importReport,
  reportKeyOf,
} from '../../../shared/data-access/importing/import-report.ts';
import { removalWarning } from '../../../shared/data-access/importing/import-warnings.ts';
import { readFileKey } from '../../../shared/data-access/importing/put-file.ts';
import { isPublished } from '../../../shared/data-access/importing/record-kinds.ts';
import { type Bucket, readObject } from '../../../shared/data-access/objects/bucket.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { asWord } from '../../local/command-words.ts';
import type { Outcome, Run } from '../command.ts';
import { errorMessage, exitCodes, OperatorError, UsageError } from '../errors.ts';
import { isGood, notPublished, publishInTurn } from '../publish/publish.ts';
import { awaitServed } from '../publish/serving.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, type Progress, say, showProgress } from '../terminal/output.ts';
import { formatCounted } from '../terminal/text.ts';
import { badLineText, importData, noValidLine, sampleNames, summaryText } from './report.ts';
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

/**
 * Follows the import of a file to its end, prints bad lines and warnings, and publishes the result if the kind is
 * published. Throws OperatorError, StoreUnavailable.
 */
export const followToEnd = async (followed: FollowedFile): Promise<Outcome> => {
  const { stack, key, originOf } = followed;
  const report = await awaitEnd(followed);
  const { kind, mode, force, status, failure, summary } = report;
  const badLines = report.badLines.map(({ line, reason }) => ({
    ...originOf(line),
    reason: nameFiles(followed, reason),
  }));
  const more = summary.failed - badLines.length;
  if (more > 0) say(`and ${formatCounted(more, 'more bad line')}`);
  const replacesSample = isPublished(kind) && mode === 'replace' && (await stack.isSample(kind));
  const warnings = withoutSample(report, replacesSample).map((warning) => nameFiles(followed, warning));
  for (const warning of warnings) say(`warning: ${warning}`);
  const described = { kind, dryRun: false, file: key, summary, badLines, warnings };
  const text = summaryText(summary);
  if (status === 'failed') {
    const error = new OperatorError(`the import failed: ${failure ?? 'it gave no reason'}`, {
      code: 'import_failed',
    });
    // The counts of an import that has read no line say nothing.
    throw error.after({ data: importData(described), text: summary.read === 0 ? '' : text });
  }
  if (status === 'refused') throw noValidLine(kind).after({ data: importData(described), text });
  const exit = summary.failed > 0 ? exitCodes.badLines : exitCodes.done;
  if (!isPublished(kind)) return { data: importData(described), text, exit };
  let publication: PublicationResult | undefined;
  try {
    if (replacesSample) say(`replacing ${sampleNames[kind]}`);
    const mayLose = force || replacesSample ? { mayLose: kind } : {};
    publication = await publishInTurn(stack, { reason: 'import', onlyChanges: true, ...mayLose }, patience);
    if (!isGood(publication)) throw await notPublished(publication, stack);
    if (replacesSample) await stack.markSampleReplaced(kind);
    if (publication.status === 'unchanged')
      say(`nothing differs from what is published: version ${publication.version} stays`);
    const { note } = await awaitServed(stack, publication);
    return { data: importData({ ...described, publication }), text, notes: [note], exit };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const data = importData({ ...described, ...(publication && { publication }) });
    throw error.after({ data, text }, 'the records are stored, but ');
  }
};

/** Replaces the numbers of lines of the upload by the lines of its files. */
const nameFiles = ({ originOf, hasSeveralFiles = false }: FollowedFile, text: string): string =>
  hasSeveralFiles
    ? text.replace(/\b(in|of) line (\d+)/g, (_, before: string, number: string) => {
        const { source, line } = originOf(Number(number));
        return `${before} ${source} line ${line}`;
      })
    : text;

/** Milliseconds that an import waits for another publication to end. */
const patience = 5 * 60_000;

/** The importer warns of removals without knowing that nobody misses the sample. */
const withoutSample = ({ kind, summary, warnings }: ImportReport, replacesSample: boolean) => {
  if (!replacesSample) return warnings;
  const outcome = { dryRun: false, force: false, replacesSample: false, publishedApart: true };
  const ofRemoval = removalWarning({ kind, summary, ...outcome });
  return warnings.filter((warning) => warning !== ofRemoval);
};

const awaitEnd = async (followed: FollowedFile): Promise<ImportReport> => {
  const { stack, key } = followed;
  const again = followCommandLine(stack, key);
  const forget = onInterrupt(`the import continues. To follow it again: ${again}`);
  const progress = showProgress(undefined, '{count} lines imported');
  try {
    const report = await pollReport(followed, progress);
    if (report) return report;
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
  throw new OperatorError(`the import of ${key} has shown no progress for ${maxSilence / 60_000} minutes`, {
    remedy: `The log of the importer may tell why. To keep following it: ${again}`,
  });
};

/** Milliseconds after which an operator wonders why nothing happens. */
const remarkableSilence = 60_000;
const maxPollMilliseconds = 1_000;
/** Milliseconds for which the import bucket may not respond. */
const storePatience = 2 * 60_000;

/**
 * Polls the report of a file until its import has ended, and shows its progress and bad lines; undefined if there is no
 * progress for too long. Throws OperatorError if the file or its report cannot be read, and StoreUnavailable.
 */
const pollReport = async (followed: FollowedFile, progress: Progress): Promise<ImportReport | undefined> => {
  const { key, stack, originOf } = followed;
  const file = await headUpload(stack.imports, key);
  let last: ImportReport | undefined;
  let lastTag: string | undefined;
  let heardAt = Date.now();
  let respondedAt = Date.now();
  let isSilent = false;
  for (let polls = 1; Date.now() - heardAt < maxSilence; polls += 1) {
    const reading = await readObject(stack.imports, reportKeyOf(key), lastTag).catch((error: unknown) => {
      // A rejected request is rejected again.
      const mayPass = error instanceof StoreUnavailable && !hasS3Status(error.cause, 400, 403);
      if (!mayPass || Date.now() - respondedAt > storePatience) throw error;
    });
    if (reading) respondedAt = Date.now();
    if (reading?.kind === 'found') {
      lastTag = reading.etag;
      const report = parseReport(reading.bytes, key);
      // Not that of an earlier file with this key, or of the same bytes put earlier.
      if (unquoted(report.etag) === file.etag && Date.parse(report.putAt) === file.putAt) {
        for (const { line, reason } of report.badLines.slice(last?.badLines.length ?? 0))
          progress.print(badLineText({ ...originOf(line), reason: nameFiles(followed, reason) }));
        progress.update(0, report.line);
        last = report;
        heardAt = Date.now();
        isSilent = false;
        if (report.status !== 'importing') return report;
      }
    }
    if (!isSilent && Date.now() - heardAt >= remarkableSilence) {
      isSilent = true;
      await refuseDeadLetter(stack, key, file.putAt);
      progress.print(
        last
          ? `no progress since ${last.updatedAt}: an interrupted import resumes automatically after some minutes`
          : 'the import has not begun yet: another file may be before it',
      );
    }
    await delay(Math.min(200 * polls, maxPollMilliseconds));
  }
  return undefined;
};

/** Throws OperatorError if the importer has given the file up. */
const refuseDeadLetter = async (stack: OperatedStack, key: string, putAt: number): Promise<void> => {
  const letters = (await stack.deadLetters()) ?? [];
  const letter = letters.findLast((each) => fileOf(each) === key && Date.parse(each.at) >= putAt);
  if (letter)
    throw new OperatorError(`the importer has given the file up: ${letter.why}`, {
      remedy: `To try again: ${stack.command('waypost redrive')}`,
    });
};

const unquoted = (etag: string): string => etag.replaceAll('"', '');

/** Identifies a file among those that had its key. */
const headUpload = async (
  { client, bucket }: Bucket,
  key: string,
): Promise<{ readonly etag: string; readonly putAt: number }> => {
  const isAbsent = (error: unknown) => hasS3Status(error, 404);
  const head = new HeadObjectCommand({ Bucket: bucket, Key: key });
  try {
    const { ETag = '', LastModified } = await storeCall(
      `looking for ${key}`,
      () => client.send(head),
      isAbsent,
    );
    return { etag: unquoted(ETag), putAt: LastModified?.getTime() ?? 0 };
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
