import { readUnfinishedImport } from '../../../shared/data-access/importing/import-mark.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationResult } from '../../../shared/domain/publication/publication.ts';
import { OperatorError } from '../operator-error.ts';
import { restoreMayRun } from '../restore/running-restore.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { visibleJson } from '../terminal/visible-text.ts';
import { isGood, publicationText, whyNotPublished } from './publication-report.ts';
import { publishInTurn } from './publication-turn.ts';
import { awaitServed } from './served-publication.ts';

export interface PublishOptions extends StackChoice {
  readonly force?: boolean;
  readonly wait?: boolean;
  readonly json?: boolean;
}

/** Milliseconds that `--wait` gives to other publications: longer than the quarter of an hour that a publisher has. */
const patience = 20 * 60_000;

/** A damaged mark is none of an import that runs: each writes its own first. */
const unlessDamaged = (error: unknown): undefined => {
  if (!(error instanceof DamagedPublication)) throw error;
};

/** Forcing lets half an import or restore pass, but not one that is about to be whole. */
const refuseDuringImport = async (stack: OperatedStack): Promise<void> => {
  const unfinished = await readUnfinishedImport(stack.published).catch(unlessDamaged);
  if (!unfinished) return;
  const isRunning = await stack.importIsRunning();
  if (isRunning || restoreMayRun(unfinished))
    throw new OperatorError(whyNotPublished({ status: 'held', ...unfinished }, stack, isRunning));
};

const printResult = (result: PublicationResult, json: boolean): void => {
  if (json) process.stdout.write(`${visibleJson(result)}\n`);
  else if (isGood(result)) process.stdout.write(`${publicationText(result)}\n`);
};

/** `waypost publish`. Throws OperatorError where nothing was published that should be. */
export const publishCommand = (options: PublishOptions): Promise<void> =>
  withStack(options, async (stack) => {
    const { force = false, wait = false, json = false } = options;
    if (force) await refuseDuringImport(stack);
    const request = { reason: 'operator', ...(force && { force }) };
    const result = await publishInTurn(stack, request, wait ? patience : 0);
    printResult(result, json);
    if (!isGood(result))
      throw new OperatorError(whyNotPublished(result, stack, await stack.importIsRunning()));
    if (wait) await awaitServed(stack, result);
  });
