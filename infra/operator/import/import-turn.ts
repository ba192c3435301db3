import { setTimeout as delay } from 'node:timers/promises';
import {
  followsInterrupted,
  InterruptedImport,
  underImportMark,
} from '../../../shared/data-access/importing/import-mark.ts';
import type { ImportSummary } from '../../../shared/data-access/importing/import-report.ts';
import {
  type ImportKind,
  type ImportMode,
  isPublished,
} from '../../../shared/data-access/importing/record-kinds.ts';
import { OperatorError } from '../operator-error.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { countedInWords } from '../terminal/in-words.ts';

export interface TurnRequest {
  /** Whose published bucket tells the publisher that an import has not come to its end. */
  readonly stack: Pick<OperatedStack, 'published' | 'lockImports' | 'queuedFiles' | 'command'>;
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly force: boolean;
  /** Tells what is imported from other files; undefined where nobody can. */
  readonly file: string | undefined;
  /** How long to wait for another import: longer than the lock of one that was killed lasts. */
  readonly patienceSeconds: number;
}

/** Milliseconds between two looks at the queue. */
const lookEvery = 250;

/**
 * Waits until the stack has imported all files of its import bucket, none of which knows the lock of this command line.
 * Throws OperatorError if that takes longer than the patience.
 */
export const awaitUploads = async ({
  stack,
  patienceSeconds,
}: {
  readonly stack: Pick<OperatedStack, 'queuedFiles' | 'command'>;
  readonly patienceSeconds: number;
}): Promise<void> => {
  const end = Date.now() + patienceSeconds * 1_000;
  let queued = await stack.queuedFiles();
  while (queued && Date.now() < end) {
    await delay(lookEvery);
    queued = await stack.queuedFiles();
  }
  if (queued)
    throw new OperatorError(
      `the stack has ${countedInWords(queued, 'file')} of the import bucket to import, and two imports at once would undo each other's work. Repeat this one when \`${stack.command('waypost status')}\` tells of none`,
    );
};

const interrupted = (cause: InterruptedImport): OperatorError => {
  const remedy = cause.mark
    ? 'Repeat it first; or publish what is stored as it is, with --force'
    : 'Repeat the last import with --force';
  return new OperatorError(`${cause.message}. ${remedy}`, { cause });
};

/** Writes under a mark that stays if the import fails, or does not complete an interrupted one. */
const markedUnfinished = async (
  { stack, kind, mode, force, file }: TurnRequest,
  write: () => Promise<ImportSummary>,
): Promise<ImportSummary> => {
  const bucket = stack.published;
  const follows = await followsInterrupted(bucket, { kind, mode, file }, force).catch((error) => {
    throw error instanceof InterruptedImport ? interrupted(error) : error;
  });
  const startedAt = new Date().toISOString();
  const mark = { kind, mode, startedAt, file, followsInterrupted: follows };
  const { summary } = await underImportMark(bucket, mark, async () => ({ summary: await write() }));
  return summary;
};

/**
 * Gives an import its turn: one at a time on a stack, and none that would publish what another left half done. While
 * `write` runs, and after it where it did not come to its end, nobody publishes. What it stores counts as whole once it
 * has ended; `afterwards` is still part of the turn. Throws OperatorError, StoreUnavailable, and what the two throw.
 */
export const inImportTurn = async (
  request: TurnRequest,
  write: () => Promise<ImportSummary>,
  afterwards: (summary: ImportSummary) => Promise<void>,
): Promise<ImportSummary> => {
  const release = await request.stack.lockImports(request.patienceSeconds);
  try {
    await awaitUploads(request);
    const summary = isPublished(request.kind) ? await markedUnfinished(request, write) : await write();
    await afterwards(summary);
    return summary;
  } finally {
    await release();
  }
};
