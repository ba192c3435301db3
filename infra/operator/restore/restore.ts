import * as z from 'zod';
import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import {
  followsInterrupted,
  InterruptedImport,
  markImportBegun,
} from '../../../shared/data-access/importing/import-mark.ts';
import type { PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { Run } from '../command.ts';
import { errorMessage, OperatorError } from '../errors.ts';
import { readRunningImport } from '../import/running-import.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, say, showProgress } from '../terminal/output.ts';
import { formatCount } from '../terminal/text.ts';
import { commonKey, copyItems, type RestoreCounts } from './copy-items.ts';
import { kindsOfItem, type RestoreKind } from './kinds.ts';

interface RestoreOptions {
  readonly kind: RestoreKind;
  readonly fromTable: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
}

type RestoreRequest = Required<RestoreOptions>;

/** `waypost restore`. Throws OperatorError, UsageError. */
export const restoreCommand: Run<RestoreOptions> = async ({ openStack }, options) => {
  const { kind, fromTable, overwrite = false, dryRun = false } = options;
  const stack = await openStack();
  const request = { kind, fromTable, overwrite, dryRun };
  // An import would overwrite or remove what is being copied.
  if (!dryRun && kindsOfItem[kind].isImported) await refuseDuringImport(stack);
  const counts = await restore(stack, request);
  return { data: { ...request, ...counts }, text: describeCounts(request, counts) };
};

const refuseDuringImport = async (stack: OperatedStack): Promise<void> => {
  const isRunning = (await readRunningImport(stack.imports)) !== undefined;
  if (!isRunning && !(await stack.queuedFiles())) return;
  throw new OperatorError(isRunning ? 'an import is running' : 'the stack has files to import', {
    code: 'busy',
    remedy: `Repeat the restore when \`${stack.command('waypost status')}\` shows none`,
  });
};

const restore = async (stack: OperatedStack, request: RestoreRequest): Promise<RestoreCounts> => {
  const { kind, fromTable: from, overwrite, dryRun } = request;
  const { table, expires, published } = kindsOfItem[kind];
  const tables = { client: stack.database, from, own: stack.tables[table] };
  const key = await commonKey(tables);
  const put = kind === 'keys' && !dryRun ? await keyWriter(stack, from) : undefined;
  say(`comparing the items of ${from} with those of ${tables.own} ...`);
  const progress = showProgress(undefined, '{count} items compared');
  const forget = dryRun
    ? () => {}
    : onInterrupt('part of the items may be copied. Repeat the restore to finish it');
  const now = new Date();
  const isExpired = (item: unknown) => expires === true && hasExpired(item, now);
  const onProgress = (read: number) => progress.update(read, read);
  const copy = () => copyItems({ ...tables, key, put, isExpired, overwrite, dryRun, onProgress });
  try {
    if (dryRun || published === undefined) return await copy();
    return await underMark(stack, published, from, copy);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const unpublished = published && !dryRun ? ', and nothing is published until it has ended' : '';
    throw new OperatorError(`the restore stopped before its end: ${errorMessage(cause)}`, {
      remedy: `Repeating it is safe: it continues with what is still missing${unpublished}`,
      cause,
    });
  } finally {
    forget();
    progress.stop();
  }
};

/** Keys are restored one by one, each with an entry in the audit trail. */
const keyWriter = async ({ database: client, tables, actor }: OperatedStack, fromTable: string) => {
  const change = { by: await actor(), reason: `restored from ${fromTable}` };
  const keys = keyRepository({ client, tables });
  return (restored: unknown, overwrite: boolean) => keys.restore(restored, overwrite, change);
};

/** Rows that expire, in epoch seconds. */
const expiring = z.object({ expiresAt: z.number() });

/** Whether an item has expired, even if the store has not removed it yet. */
const hasExpired = (item: unknown, now: Date): boolean => {
  const { data } = expiring.safeParse(item);
  return data !== undefined && data.expiresAt <= now.getTime() / 1_000;
};

/**
 * Copies under the mark of an import, which holds back publications: no half of a restore is published. The mark stays if
 * the copy fails, until any later restore or replacement of the kind has ended; other imports are rejected until then. The
 * mark of an interrupted import stays too, because a restore removes nothing and so does not complete it. Throws
 * StoreUnavailable, OperatorError if an import began meanwhile, and errors of `copy`.
 */
const underMark = async <Counts>(
  { published }: OperatedStack,
  kind: PublishedKind,
  fromTable: string,
  copy: () => Promise<Counts>,
): Promise<Counts> => {
  const mark = { kind, mode: 'merge', restoredFrom: fromTable } as const;
  try {
    await followsInterrupted(published, mark, false);
  } catch (error) {
    if (!(error instanceof InterruptedImport)) throw error;
    say(`${error.message}: nothing is published after this restore either, until that is repeated`);
    return copy();
  }
  const markEnded = await markImportBegun(published, { ...mark, startedAt: new Date().toISOString() });
  const counts = await copy();
  if (await markEnded()) return counts;
  throw new OperatorError(
    `an import or a restore began while the ${kind} of ${fromTable} were copied: it may have removed some of them, and published what was half copied`,
    { code: 'held', remedy: 'Repeat the restore when that has ended' },
  );
};

const describeCounts = ({ kind, overwrite, dryRun }: RestoreRequest, counts: RestoreCounts): string => {
  const { differing, overwritten } = counts;
  const written =
    overwritten === differing ? 'overwritten' : `${formatCount(overwritten)} overwritten, the others left`;
  const replaced = dryRun ? 'would be overwritten' : written;
  const outcomes = {
    read: '',
    missing: dryRun ? 'would be copied' : 'copied',
    differing: overwrite ? replaced : 'left; --overwrite replaces them',
    equal: '',
    expired: 'left out',
  } satisfies Partial<Record<keyof RestoreCounts, string>>;
  const lines = (['read', 'missing', 'differing', 'equal', 'expired'] as const).map((name) => {
    const outcome = counts[name] === 0 ? '' : outcomes[name];
    return `${name.padEnd(10)}${formatCount(counts[name]).padStart(12)}  ${outcome}`.trimEnd();
  });
  const notice = dryRun ? ['dry run: nothing was written'] : [];
  return [...notice, `items of the table: ${kindsOfItem[kind].items}`, ...lines].join('\n');
};
