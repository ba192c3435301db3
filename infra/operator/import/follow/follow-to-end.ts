import type { LineOrigin } from '../../../../shared/data-access/importing/import-lines.ts';
import type { ImportReport } from '../../../../shared/data-access/importing/import-report.ts';
import { isPublished } from '../../../../shared/data-access/importing/record-kinds.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { errorMessage } from '../../error-message.ts';
import { OperatorError } from '../../operator-error.ts';
import type { OperatedStack } from '../../stack/operated-stack.ts';
import { longestSilence } from '../../stack/running-import.ts';
import { countInWords } from '../../terminal/in-words.ts';
import { type ImportProgress, importProgress } from '../import-progress.ts';
import { publishImport } from '../import-publication.ts';
import { badLineText, refuseEmpty, say, summaryOutput, tellWarnings } from '../import-report.ts';
import { tellOfInterruption } from '../interruption.ts';
import { awaitReport } from './await-report.ts';
import { followAgain } from './follow-words.ts';

/** A file in the import bucket whose import is followed. */
interface Followed {
  readonly stack: OperatedStack;
  readonly key: string;
  /** What an operator calls a line of it. */
  readonly originOf: (line: number) => LineOrigin;
  readonly json: boolean | undefined;
}

/** Prints each bad line once, however often it is reported. */
const badLinePrinter = (originOf: Followed['originOf'], progress: ImportProgress) => {
  let printed = 0;
  return ({ badLines }: ImportReport) => {
    for (const { line, reason } of badLines.slice(printed))
      progress.print(badLineText({ ...originOf(line), reason }));
    printed = Math.max(printed, badLines.length);
  };
};

const tellOfSilence = (last: ImportReport | undefined): string =>
  last
    ? `nothing new since ${last.updatedAt}: an import that was interrupted goes on by itself after some minutes`
    : 'the import has not begun yet: another file may be before it';

const awaitEnd = async ({ stack, key, originOf }: Followed): Promise<ImportReport> => {
  const again = followAgain(stack, key);
  const forget = tellOfInterruption(`the import goes on. To follow it again: ${again}`);
  const progress = importProgress(undefined, process.stderr, '{lines} lines imported');
  const printBadLines = badLinePrinter(originOf, progress);
  try {
    const report = await awaitReport({
      imports: stack.imports,
      key,
      onReport: (latest) => {
        progress.update(0, latest.line);
        printBadLines(latest);
      },
      onUnanswered: () => progress.print('the import bucket does not answer: asking it again ...'),
      onSilence: (last) => progress.print(tellOfSilence(last)),
    });
    if (report) return report;
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw new OperatorError(
      `the import goes on, but cannot be followed: ${errorMessage(cause)}. To follow it again: ${again}`,
      { cause },
    );
  } finally {
    progress.stop();
    forget();
  }
  throw new OperatorError(
    `the import of ${key} has given no sign for ${longestSilence / 60_000} minutes. The log of the importer may tell why; to follow it further: ${again}`,
  );
};

/** Whether it ended before its first line: its counts are those of no import. */
const hasReadNothing = ({ status, summary }: ImportReport): boolean =>
  status === 'failed' && summary.read === 0;

const tellOfEnd = (report: ImportReport, json: boolean | undefined): void => {
  const { kind, summary, badLines, warnings } = report;
  const untold = summary.failed - badLines.length;
  if (untold > 0) say(`and ${countInWords(untold)} more bad lines`);
  tellWarnings(warnings);
  if (!hasReadNothing(report)) process.stdout.write(`${summaryOutput(kind, summary, { json })}\n`);
};

/**
 * Follows the import of an uploaded file to its end, tells of it as of one that ran here, and has it published where
 * that is due. Answers with the exit status. Throws OperatorError, StoreUnavailable.
 */
export const followToEnd = async (followed: Followed): Promise<number> => {
  const { stack } = followed;
  const report = await awaitEnd(followed);
  tellOfEnd(report, followed.json);
  const { kind, mode, force, status, failure, summary } = report;
  if (status === 'failed') throw new OperatorError(`the import failed: ${failure ?? 'it gave no reason'}`);
  refuseEmpty(kind, { refused: status === 'refused' });
  if (isPublished(kind)) {
    const replacesSample = mode === 'replace' && (await stack.isSample(kind));
    await publishImport({ stack, kind, force, replacesSample });
  }
  return summary.failed > 0 ? 1 : 0;
};
