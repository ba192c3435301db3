import { errorMessage } from '../error-message.ts';
import { importProgress } from '../import/import-progress.ts';
import { say } from '../import/import-report.ts';
import { patienceSeconds } from '../import/import-request.ts';
import { awaitUploads } from '../import/import-turn.ts';
import { tellOfInterruption } from '../import/interruption.ts';
import { OperatorError } from '../operator-error.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { copyItems, type RestoreCounts } from './copy-items.ts';
import { keyPut } from './key-put.ts';
import { isOver, kindsOfItem, type RestoreKind } from './restore-kinds.ts';
import { RestoreOvertaken, underRestoreMark } from './restore-mark.ts';
import { type RestoreRequest, restoreOutput } from './restore-report.ts';
import { commonKey } from './restored-table.ts';

export interface RestoreOptions extends StackChoice {
  readonly fromTable: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const copy = async (stack: OperatedStack, request: RestoreRequest): Promise<RestoreCounts> => {
  const { kind, fromTable, overwrite, dryRun } = request;
  const { table, expires, published } = kindsOfItem[kind];
  const places = { client: stack.database, from: fromTable, own: stack.tables[table] };
  const key = await commonKey(places);
  const put = await keyPut(stack, request);
  say(`comparing the items of ${fromTable} with those of ${places.own} ...`);
  const progress = importProgress(undefined, process.stderr, '{lines} items compared');
  const forget = dryRun
    ? () => {}
    : tellOfInterruption('part of the items may be copied. Repeat the restore to finish it');
  const now = new Date();
  try {
    const copying = () =>
      copyItems({
        ...places,
        ...put,
        key,
        isExpired: (item) => expires && isOver(item, now),
        overwrite,
        dryRun,
        onProgress: (read) => progress.update(read, read),
      });
    if (dryRun || published === undefined) return await copying();
    return await underRestoreMark(stack.published, { kind: published, fromTable }, copying);
  } catch (error) {
    if (error instanceof RestoreOvertaken) throw new OperatorError(error.message, { cause: error });
    throw new OperatorError(
      `the restore stopped before its end: ${errorMessage(error)}. Repeating it is safe: it goes on with what is still missing${published && !dryRun ? ', and nothing is published until it has ended' : ''}`,
      { cause: error },
    );
  } finally {
    forget();
    progress.stop();
  }
};

/** An import would overwrite, and remove, what is being copied. */
const copyInTurn = async (stack: OperatedStack, request: RestoreRequest): Promise<RestoreCounts> => {
  if (request.dryRun || !kindsOfItem[request.kind].isImported) return copy(stack, request);
  if (await stack.importIsRunning())
    throw new OperatorError('an import is running. Repeat the restore when it has ended');
  const release = await stack.lockImports(patienceSeconds);
  try {
    await awaitUploads({ stack, patienceSeconds });
    return await copy(stack, request);
  } finally {
    await release();
  }
};

/** `waypost restore`. Throws OperatorError, UsageError. */
export const restoreCommand = (kind: RestoreKind, options: RestoreOptions): Promise<void> =>
  withStack(options, async (stack) => {
    const { fromTable, overwrite = false, dryRun = false, json = false } = options;
    const request = { kind, fromTable, overwrite, dryRun };
    const counts = await copyInTurn(stack, request);
    process.stdout.write(`${restoreOutput(request, counts, json)}\n`);
  });
