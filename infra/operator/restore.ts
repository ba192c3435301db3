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
import { eraseAgain, erasureId } from '../../shared/data-access/billing/enquiry-erasure.ts';
import { enquiryIdPrefix } from '../../shared/data-access/billing/enquiry-repository.ts';
import { erasedNumbers } from '../../shared/data-access/billing/enquiry-trail.ts';
import { batchWriter } from '../../shared/data-access/importing/batch-writer.ts';
import {
  InterruptedImport,
  markImportStarted,
  readInterrupted,
} from '../../shared/data-access/importing/import-mark.ts';
import { readItems, type Table } from '../../shared/data-access/table.ts';
import type { PublishedKind } from '../../shared/domain/publication/publication.ts';
import type { Run } from './command.ts';
import { asOperatorError, errorMessage, OperatorError, UsageError } from './errors.ts';
import { readRunningImport } from './import/running-import.ts';
import { syncKeys } from './keys/sync.ts';
import { awsFailure } from './stack/aws-failure.ts';
import { type OperatedStack, tableOf } from './stack/operated-stack.ts';
import { onInterrupt, say, showProgress } from './terminal/output.ts';
import { formatCount } from './terminal/text.ts';

interface KindOfItem {
  readonly table: keyof OperatedStack['tables'];
  /** Description of all items in the table, including items of other kinds. */
  readonly items: string;
  readonly isImported?: true;
  /** Kind of published records in the table, if any. */
  readonly published?: PublishedKind;
}

export type RestoreKind = keyof typeof kinds;

const kinds = {
  enquiries: { table: 'enquiries', items: 'enquiries, and records of requests with an idempotency key' },
  keys: { table: 'apiKeys', items: 'keys' },
  billers: { table: 'billers', items: 'billers and bill types', isImported: true },
  locations: {
    table: 'locations',
    items: 'locations, and parcel limits of types',
    isImported: true,
    published: 'locations',
  },
  'location-changes': { table: 'locationChanges', items: 'manual changes to locations, with their history' },
  capabilities: { table: 'capabilities', items: 'services', isImported: true, published: 'services' },
} as const satisfies Readonly<Record<string, KindOfItem>>;

interface RestoreOptions {
  readonly kind: RestoreKind;
  readonly fromTable: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
}

export const restoreCommand: Run<RestoreOptions> = async (context, options) => {
  const { kind, fromTable, overwrite = false, dryRun = false } = options;
  const request = { kind, fromTable, overwrite, dryRun };
  const { table, published, isImported }: KindOfItem = kinds[kind];
  const stack = await context.openStack();
  // An import would overwrite or remove the copied items.
  if (!dryRun && isImported) await rejectDuringImport(stack);
  const own = tableOf(stack, table);
  const key = await commonKey(own, fromTable);
  say(`comparing the items of ${fromTable} with those of ${own.tableName} ...`);
  const progress = showProgress(undefined, '{count} items compared');
  using _ = dryRun
    ? null
    : onInterrupt('some items may have been copied. Run the restore again to finish it');
  const copy = () => copyItems(stack, request, key, (read) => progress.update(read, read));
  try {
    const counts = await (dryRun || !published ? copy() : withMark(stack, published, fromTable, copy));
    const notes = kind === 'enquiries' && !dryRun ? await eraseReturned(stack, fromTable) : [];
    const data = { ...request, ...counts };
    const text = describeCounts(request, counts);
    if (kind !== 'keys' || dryRun) return { data, text, notes };
    // API Gateway rejects the keys of clients that it does not know, for example in another account.
    const sync = async () => syncKeys({ ...context, openStack: async () => stack }, {});
    const synced = await sync().catch((error: unknown) => {
      const fact = `the keys are restored, but not added to API Gateway (repeat \`${stack.command('waypost keys sync')}\`): `;
      throw asOperatorError(error).after({ data, text }, fact);
    });
    return { data, text, notes: synced.notes, exit: synced.exit };
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const unpublished = published && !dryRun ? '. Nothing is published until it has finished' : '';
    throw new OperatorError(`the restore failed: ${errorMessage(cause)}`, {
      remedy: `Run the restore again. It continues with the missing items${unpublished}`,
      cause,
    });
  } finally {
    progress.stop();
  }
};

const rejectDuringImport = async (stack: OperatedStack): Promise<void> => {
  const isRunning = (await readRunningImport(stack.imports)) !== undefined;
  if (!isRunning && !(await stack.queuedFiles())) return;
  throw new OperatorError(isRunning ? 'an import is running' : 'files are waiting to be imported', {
    code: 'busy',
    remedy: `Repeat this restore when \`${stack.command('waypost status')}\` shows no running import and no waiting files`,
  });
};

/**
 * Creates a function that selects erased enquiries. It also reads the audit trail, because the erasure records may have
 * been lost with the table. Throws StoreUnavailable; the function throws UnprocessedItems and SDK errors.
 */
const erasedEnquiries = async (stack: OperatedStack) => {
  const inTrail = new Set<string>();
  for (const referenceNumber of await erasedNumbers(tableOf(stack, 'apiKeyEvents')))
    inTrail.add(erasureId(referenceNumber));
  return async (items: readonly Item[]): Promise<ReadonlySet<Item>> => {
    const enquiries = new Map<string, Item>();
    for (const each of items) {
      const id = String(each.id);
      if (id.startsWith(enquiryIdPrefix)) enquiries.set(erasureId(id.slice(enquiryIdPrefix.length)), each);
    }
    const ids = [...enquiries.keys()].map((id) => ({ id }));
    const records = await readItems(tableOf(stack, 'enquiries'), ids);
    const erased = inTrail.union(new Set(records.map(({ id }) => String(id))));
    return new Set([...enquiries].flatMap(([id, each]) => (erased.has(id) ? [each] : [])));
  };
};

/** Erases again what was erased while its page was being copied. Throws StoreUnavailable, UnprocessedItems. */
const eraseReturned = async (stack: OperatedStack, from: string): Promise<readonly string[]> => {
  const { database: client, tables, actor } = stack;
  const change = { by: await actor(), reason: `erased while ${from} was being restored` };
  const { length } = await eraseAgain({ client, tables }, change);
  if (length === 0) return [];
  return [`${formatCount(length)} erased again, because they were erased during a restore`];
};

/**
 * Runs `copy` while an import marker blocks publications and other imports. If `copy` fails, the marker remains until
 * another restore or a replacement of the kind has finished. The marker of an interrupted import always remains,
 * because a restore does not complete it. Throws StoreUnavailable, OperatorError if an import started, and errors from
 * `copy`.
 */
const withMark = async (
  { published }: OperatedStack,
  kind: PublishedKind,
  fromTable: string,
  copy: () => Promise<RestoreCounts>,
): Promise<RestoreCounts> => {
  const mark = { kind, mode: 'merge', restoredFrom: fromTable } as const;
  try {
    await readInterrupted(published, mark, false);
  } catch (error) {
    if (!(error instanceof InterruptedImport)) throw error;
    say(`${error.message}. Until that is repeated, the result of this restore is not published either`);
    return copy();
  }
  const markEnded = await markImportStarted(published, { ...mark, startedAt: new Date().toISOString() });
  const counts = await copy();
  if (await markEnded()) return counts;
  throw new OperatorError(
    `an import or a restore started while the ${kind} of ${fromTable} were being copied. It may have removed some of them, or published a partial copy`,
    { code: 'held', remedy: 'Repeat this restore when the other import or restore has finished' },
  );
};

const item = z.record(z.string(), z.unknown());
type Item = z.infer<typeof item>;

const zeroCounts = {
  /** Sum of the next five members. */
  read: 0,
  missing: 0,
  differing: 0,
  equal: 0,
  /** Items that have expired, or were erased on request, are never restored. */
  expired: 0,
  erased: 0,
  /** Missing and differing items that were written. */
  copied: 0,
  overwritten: 0,
};
type RestoreCounts = typeof zeroCounts;

/**
 * Copies items that are missing or, with `overwrite`, differ. Removes none, keeps one page of both tables in memory,
 * and is safe to repeat. Throws StoreUnavailable, UnprocessedItems and SDK errors.
 */
const copyItems = async (
  stack: OperatedStack,
  { kind, fromTable, overwrite, dryRun }: Required<RestoreOptions>,
  key: readonly string[],
  onProgress: (read: number) => void,
) => {
  const own = tableOf(stack, kinds[kind].table);
  const { client } = own;
  const keys = keyRepository({ client, tables: stack.tables });
  const reason = `restored from ${fromTable}`;
  const keyChange = kind === 'keys' && !dryRun ? { by: await stack.actor(), reason } : undefined;
  const selectErased = kind === 'enquiries' ? await erasedEnquiries(stack) : async () => new Set<Item>();
  const counts = { ...zeroCounts };
  const now = new Date();
  await using writer = batchWriter(own);
  const keyOf = (each: Item): Item => Object.fromEntries(key.map((name) => [name, each[name]]));
  // Keys are strings or numbers, of the same type in both tables.
  const asText = (each: Item): string => JSON.stringify(key.map((name) => String(each[name])));

  for await (const { Items } of paginateScan({ client }, { TableName: fromTable, ConsistentRead: true })) {
    const items = item.array().parse(Items ?? []);
    const unexpired = items.filter((each) => !hasExpired(each, now));
    const erased = await selectErased(unexpired);
    const wanted = unexpired.filter((each) => !erased.has(each));
    const found = await readItems(own, wanted.map(keyOf));
    const byKey = new Map(found.map((each) => [asText(each), each]));
    counts.read += items.length;
    counts.expired += items.length - unexpired.length;
    counts.erased += erased.size;
    for (const restored of wanted) {
      const existing = byKey.get(asText(restored));
      if (isDeepStrictEqual(existing, restored)) {
        counts.equal += 1;
        continue;
      }
      counts[existing ? 'differing' : 'missing'] += 1;
      if (dryRun || (existing && !overwrite)) continue;
      const onWritten = () => {
        counts[existing ? 'overwritten' : 'copied'] += 1;
      };
      if (!keyChange)
        await writer.write({
          request: { PutRequest: { Item: restored } },
          bytes: serialize(restored).length,
          onWritten,
          // The store's own message may quote the item.
          onRefused: () => {
            throw new Error(`${own.tableName} rejects an item of ${fromTable}`);
          },
        });
      else if (await keys.restore(restored, existing !== undefined, keyChange)) onWritten();
    }
    // BatchWriteItem cannot check that items are still missing, so they are written before more are read.
    await writer.drain();
    onProgress(counts.read);
  }
  return counts;
};

/**
 * Whether an item has expired, even if it has not been removed yet. `expiresAt` is in epoch seconds. API keys have a
 * string instead, so that DynamoDB does not remove them.
 */
const hasExpired = ({ expiresAt }: Item, now: Date): boolean =>
  typeof expiresAt === 'number' && expiresAt <= now.getTime() / 1_000;

const readable = ['ACTIVE', 'UPDATING'];

/** Returns the names of the key attributes. Rejects the stack's own table, and a table with another key. */
const commonKey = async ({ client, tableName: own }: Table, from: string): Promise<readonly string[]> => {
  const target = await describeTable(client, own);
  const source = await describeTable(client, from);
  if (source.TableArn === target.TableArn)
    throw new UsageError(
      `${from} is the stack's own table`,
      'Use --from-table with the name of the restored table',
    );
  if (!readable.includes(source.TableStatus ?? ''))
    throw new OperatorError(`the table ${from} is ${source.TableStatus}, and cannot be read yet`, {
      remedy: `To wait for it: aws dynamodb wait table-exists --table-name ${from}`,
    });
  if (describeKey(source) !== describeKey(target))
    throw new OperatorError(
      `the table ${from} was restored from another table: its key is ${describeKey(source)}, but the key of ${own} is ${describeKey(target)}`,
    );
  return (target.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName);
};

const describeTable = async (client: DynamoDBDocumentClient, name: string): Promise<TableDescription> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table ?? {};
  } catch (cause) {
    if (!(cause instanceof ResourceNotFoundException))
      throw awsFailure(`describing the table ${name}`, cause);
    throw new OperatorError(`the table ${name} does not exist`, {
      code: 'not_found',
      remedy: 'Restore a table first: aws dynamodb restore-table-to-point-in-time',
      cause,
    });
  }
};

const describeKey = ({ KeySchema = [], AttributeDefinitions = [] }: TableDescription): string =>
  KeySchema.map(({ AttributeName: name, KeyType }) => {
    const definition = AttributeDefinitions.find(({ AttributeName }) => AttributeName === name);
    return `${name} (${KeyType} ${definition?.AttributeType})`;
  }).join(', ');

const describeCounts = ({ kind, overwrite, dryRun }: RestoreOptions, counts: RestoreCounts): string => {
  const { differing, overwritten } = counts;
  const isWhole = overwritten === differing;
  const written = isWhole ? 'overwritten' : `${formatCount(overwritten)} overwritten, the others unchanged`;
  const replaced = dryRun ? 'would be overwritten' : written;
  const outcomes = [
    ['read', ''],
    ['missing', dryRun ? 'would be copied' : 'copied'],
    ['differing', overwrite ? replaced : 'not copied; --overwrite replaces them'],
    ['equal', ''],
    ['expired', 'skipped'],
    ...(counts.erased > 0 ? [['erased', 'skipped'] as const] : []),
  ] as const;
  const lines = outcomes.map(([name, outcome]) =>
    `${name.padEnd(10)}${formatCount(counts[name]).padStart(12)}  ${counts[name] === 0 ? '' : outcome}`.trimEnd(),
  );
  const notice = dryRun ? ['dry run: nothing was written'] : [];
  return [...notice, `items of the table: ${kinds[kind].items}`, ...lines].join('\n');
};
