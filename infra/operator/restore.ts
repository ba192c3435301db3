import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import {
  DescribeTableCommand,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keyRepository } from '../../shared/data-access/access/key-repository.ts';
import { batchWriter } from '../../shared/data-access/importing/batch-writer.ts';
import {
  followsInterrupted,
  InterruptedImport,
  markImportBegun,
} from '../../shared/data-access/importing/import-mark.ts';
import { readItems } from '../../shared/data-access/table.ts';
import type { PublishedKind } from '../../shared/domain/publication/publication.ts';
import type { Run } from './command.ts';
import { errorMessage, OperatorError, UsageError } from './errors.ts';
import { readRunningImport } from './import/running-import.ts';
import type { RestoreKind } from './options.ts';
import { awsFailure } from './stack/aws-failure.ts';
import type { OperatedStack } from './stack/operated-stack.ts';
import { onInterrupt, say, showProgress } from './terminal/output.ts';
import { formatCount } from './terminal/text.ts';

interface KindOfItem {
  readonly table: keyof OperatedStack['tables'];
  /** All items of the table: some are of another kind. */
  readonly items: string;
  /** Whether imports write the table too. */
  readonly isImported?: true;
  /** Kind of published record in the table; absent if its items are not published. */
  readonly published?: PublishedKind;
}

const kinds: Readonly<Record<RestoreKind, KindOfItem>> = {
  enquiries: { table: 'enquiries', items: 'enquiries, and records of requests with an idempotency key' },
  keys: { table: 'apiKeys', items: 'keys' },
  billers: { table: 'billers', items: 'billers and bill types', isImported: true },
  locations: { table: 'locations', items: 'locations', isImported: true, published: 'locations' },
  capabilities: { table: 'capabilities', items: 'services', isImported: true, published: 'services' },
};

interface RestoreOptions {
  readonly kind: RestoreKind;
  readonly fromTable: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
}

type RestoreRequest = Required<RestoreOptions>;

/** `waypost restore`. Throws OperatorError, UsageError. */
export const restoreCommand: Run<RestoreOptions> = async ({ openStack }, options) => {
  const { kind, fromTable: from, overwrite = false, dryRun = false } = options;
  const { table, published, isImported } = kinds[kind];
  const stack = await openStack();
  const request = { kind, fromTable: from, overwrite, dryRun };
  // An import would overwrite or remove what is being copied.
  if (!dryRun && isImported) await refuseDuringImport(stack);
  const tables = { client: stack.database, from, own: stack.tables[table] };
  const key = await commonKey(tables);
  const put = kind === 'keys' && !dryRun ? await keyWriter(stack, from) : undefined;
  say(`comparing the items of ${from} with those of ${tables.own} ...`);
  const progress = showProgress(undefined, '{count} items compared');
  const forget = dryRun
    ? () => {}
    : onInterrupt('part of the items may be copied. Repeat the restore to finish it');
  const onProgress = (read: number) => progress.update(read, read);
  const copy = () => copyItems({ ...tables, key, put, overwrite, dryRun, onProgress });
  try {
    const counts = await (dryRun || !published ? copy() : underMark(stack, published, from, copy));
    return { data: { ...request, ...counts }, text: describeCounts(request, counts) };
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

const refuseDuringImport = async (stack: OperatedStack): Promise<void> => {
  const isRunning = (await readRunningImport(stack.imports)) !== undefined;
  if (!isRunning && !(await stack.queuedFiles())) return;
  throw new OperatorError(isRunning ? 'an import is running' : 'the stack has files to import', {
    code: 'busy',
    remedy: `Repeat the restore when \`${stack.command('waypost status')}\` shows none`,
  });
};

/** Keys are restored one by one, each with an entry in the audit trail. */
const keyWriter = async ({ database: client, tables, actor }: OperatedStack, fromTable: string) => {
  const change = { by: await actor(), reason: `restored from ${fromTable}` };
  const keys = keyRepository({ client, tables });
  return (restored: unknown, overwrite: boolean) => keys.restore(restored, overwrite, change);
};

/**
 * Copies under the mark of an import, which holds back publications: no half of a restore is published. The mark stays if
 * the copy fails, until any later restore or replacement of the kind has ended; other imports are rejected until then. The
 * mark of an interrupted import stays too, because a restore removes nothing and so does not complete it. Throws
 * StoreUnavailable, OperatorError if an import began meanwhile, and errors of `copy`.
 */
const underMark = async (
  { published }: OperatedStack,
  kind: PublishedKind,
  fromTable: string,
  copy: () => Promise<RestoreCounts>,
): Promise<RestoreCounts> => {
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

const item = z.record(z.string(), z.unknown());
type Item = z.infer<typeof item>;

interface RestoreTables {
  readonly client: DynamoDBDocumentClient;
  /** Name of the table that was restored. */
  readonly from: string;
  /** Name of the stack's own table. */
  readonly own: string;
}

interface Restoration extends RestoreTables, Pick<RestoreRequest, 'overwrite' | 'dryRun'> {
  /** Attributes of the key. */
  readonly key: readonly string[];
  readonly onProgress: (read: number) => void;
  /** Writes one item of a table that needs more than a put; returns whether it did. */
  readonly put: ((restored: unknown, overwrite: boolean) => Promise<boolean>) | undefined;
}

const noCounts = {
  /** The sum of the next four. */
  read: 0,
  /** Items that the own table does not have. */
  missing: 0,
  /** Items that it has with other attributes. */
  differing: 0,
  equal: 0,
  /** Items that have expired, and are never restored. */
  expired: 0,
  /** Missing items that were written. */
  copied: 0,
  /** Differing items that were written. */
  overwritten: 0,
};
type RestoreCounts = typeof noCounts;

/**
 * Copies the items of a restored table that the own table does not have, and with `overwrite` those that differ. It removes
 * none, holds one page of both tables in memory, and can be repeated. Throws UnprocessedItems and errors of the SDK.
 */
const copyItems = async ({
  client,
  from,
  own: tableName,
  overwrite,
  dryRun,
  ...restoration
}: Restoration) => {
  const { key, put, onProgress } = restoration;
  const counts = { ...noCounts };
  const now = new Date();
  const writer = batchWriter({ client, tableName });
  const keyOf = (each: Item): Item => Object.fromEntries(key.map((name) => [name, each[name]]));
  // Keys are strings or numbers, of the same type in both tables.
  const asText = (each: Item): string => JSON.stringify(key.map((name) => String(each[name])));

  for await (const { Items } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    const items = item.array().parse(Items ?? []);
    const living = items.filter((each) => !hasExpired(each, now));
    const found = await readItems({ client, tableName }, living.map(keyOf));
    const own = new Map(found.map((each) => [asText(each), each]));
    counts.read += items.length;
    counts.expired += items.length - living.length;
    for (const restored of living) {
      const existing = own.get(asText(restored));
      if (isDeepStrictEqual(existing, restored)) {
        counts.equal += 1;
        continue;
      }
      counts[existing ? 'differing' : 'missing'] += 1;
      if (dryRun || (existing && !overwrite)) continue;
      const onWritten = () => {
        counts[existing ? 'overwritten' : 'copied'] += 1;
      };
      if (put) {
        if (await put(restored, existing !== undefined)) onWritten();
        continue;
      }
      await writer.write({
        request: { PutRequest: { Item: restored } },
        bytes: serialize(restored).length,
        onWritten,
        // The store's reason may quote the item.
        onRefused: () => {
          throw new Error(`${tableName} rejects an item of ${from}`);
        },
      });
    }
    // BatchWriteItem has no conditions, so what was found missing is written before more is read.
    await writer.drain();
    onProgress(counts.read);
  }
  return counts;
};

/** Time after which the store may remove an item, in epoch seconds. The expiry of a key is a text, as keys are kept. */
const expiring = z.object({ expiresAt: z.number() });

/** Whether an item has expired, even if the store has not removed it yet. */
const hasExpired = (each: Item, now: Date): boolean => {
  const { data } = expiring.safeParse(each);
  return data !== undefined && data.expiresAt <= now.getTime() / 1_000;
};

/** A table can be read in these states. */
const readable = ['ACTIVE', 'UPDATING'];

/**
 * Returns the attributes of the key of both tables. Throws OperatorError if one does not exist, is not ready, or has another
 * key, and UsageError if both are the same.
 */
const commonKey = async ({ client, from, own }: RestoreTables): Promise<readonly string[]> => {
  const target = await describeTable(client, own);
  const source = await describeTable(client, from);
  if (source.TableArn === target.TableArn)
    throw new UsageError(`${from} is the stack's own table`, {
      remedy: '--from-table names one that was restored beside it',
    });
  if (!readable.includes(source.TableStatus ?? ''))
    throw new OperatorError(`the table ${from} is ${source.TableStatus}, and cannot be read yet`, {
      remedy: `To wait for it: aws dynamodb wait table-exists --table-name ${from}`,
    });
  if (describeKey(source) !== describeKey(target))
    throw new OperatorError(
      `the table ${from} was restored from another: its key is ${describeKey(source)}, that of ${own} is ${describeKey(target)}`,
    );
  return (target.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName);
};

const describeTable = async (client: DynamoDBDocumentClient, name: string): Promise<TableDescription> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table ?? {};
  } catch (cause) {
    if (!(cause instanceof ResourceNotFoundException))
      throw awsFailure(`describing the table ${name}`, cause);
    throw new OperatorError(`there is no table ${name}`, {
      code: 'not_found',
      remedy: 'Restore one first: aws dynamodb restore-table-to-point-in-time',
      cause,
    });
  }
};

const describeKey = ({ KeySchema = [], AttributeDefinitions = [] }: TableDescription): string =>
  KeySchema.map(({ AttributeName: name, KeyType }) => {
    const definition = AttributeDefinitions.find(({ AttributeName }) => AttributeName === name);
    return `${name} (${KeyType} ${definition?.AttributeType})`;
  }).join(', ');

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
  return [...notice, `items of the table: ${kinds[kind].items}`, ...lines].join('\n');
};
