import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import {
  DescribeTableCommand,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type BatchWriter, batchWriter } from '../../../shared/data-access/importing/batch-writer.ts';
import { readItems } from '../../../shared/data-access/table.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { awsFailure } from '../stack/aws-failure.ts';

const item = z.record(z.string(), z.unknown());
type Item = z.infer<typeof item>;

/** Counts of items. `read` is the sum of `missing`, `differing`, `equal` and `expired`. */
export interface RestoreCounts {
  read: number;
  /** Items that the own table does not have. */
  missing: number;
  /** Items that it has with other attributes. */
  differing: number;
  equal: number;
  /** Items that have expired, and are never restored. */
  expired: number;
  /** Missing items that were written. */
  copied: number;
  /** Differing items that were written. */
  overwritten: number;
}

/** The tables of a restore. */
export interface RestoreTables {
  readonly client: DynamoDBDocumentClient;
  /** Name of the table that was restored. */
  readonly from: string;
  /** Name of the stack's own table. */
  readonly own: string;
}

interface Restoration extends RestoreTables {
  /** Attributes of the key. */
  readonly key: readonly string[];
  readonly isExpired: (item: Item) => boolean;
  /** Whether differing items are written too. */
  readonly overwrite: boolean;
  /** Whether nothing is written. */
  readonly dryRun: boolean;
  readonly onProgress: (read: number) => void;
  /** Writes one item of a table that needs more than a put; returns whether it did. */
  readonly put: ((restored: unknown, overwrite: boolean) => Promise<boolean>) | undefined;
}

/**
 * Copies the items of a restored table that the own table does not have, and with `overwrite` those that differ. It removes
 * none, holds one page of both tables in memory, and can be repeated. Throws UnprocessedItems and errors of the SDK.
 */
export const copyItems = async (restoration: Restoration): Promise<RestoreCounts> => {
  const { client, from, own: tableName } = restoration;
  const counts = { read: 0, missing: 0, differing: 0, equal: 0, expired: 0, copied: 0, overwritten: 0 };
  const run: RestoreRun = { restoration, writer: batchWriter({ client, tableName }), counts };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    await restoreSome(run, item.array().parse(Items));
    // BatchWriteItem has no conditions, so what was found missing is written before more is read.
    await run.writer.drain();
  }
  return counts;
};

interface RestoreRun {
  readonly restoration: Restoration;
  readonly writer: BatchWriter;
  readonly counts: RestoreCounts;
}

const write = (
  { restoration, writer, counts }: RestoreRun,
  restored: Item,
  outcome: 'copied' | 'overwritten',
): Promise<void> =>
  writer.write({
    request: { PutRequest: { Item: restored } },
    bytes: serialize(restored).length,
    onWritten: () => {
      counts[outcome] += 1;
    },
    // The store's reason may quote the item.
    onRefused: () => {
      throw new Error(`${restoration.own} rejects an item of ${restoration.from}`);
    },
  });

const restoreSome = async (run: RestoreRun, items: readonly Item[]): Promise<void> => {
  const { restoration, counts } = run;
  const { client, own: tableName, key, isExpired, overwrite, dryRun, put } = restoration;
  const keyOf = (each: Item): Item => Object.fromEntries(key.map((name) => [name, each[name]]));
  // Keys are strings or numbers, of the same type in both tables.
  const asText = (each: Item): string => JSON.stringify(key.map((name) => String(each[name])));

  const living = items.filter((each) => !isExpired(each));
  const found = await readItems({ client, tableName }, living.map(keyOf));
  const own = new Map(found.map((each) => [asText(each), each]));
  counts.read += items.length;
  counts.expired += items.length - living.length;
  for (const restored of living) {
    const there = own.get(asText(restored));
    if (isDeepStrictEqual(there, restored)) {
      counts.equal += 1;
      continue;
    }
    counts[there ? 'differing' : 'missing'] += 1;
    if (dryRun || (there && !overwrite)) continue;
    const outcome = there ? 'overwritten' : 'copied';
    if (!put) await write(run, restored, outcome);
    else if (await put(restored, there !== undefined)) counts[outcome] += 1;
  }
  restoration.onProgress(counts.read);
};

/** A table can be read in these states. */
const readable = ['ACTIVE', 'UPDATING'];

/**
 * Returns the attributes of the key of both tables. Throws OperatorError if one does not exist, is not ready, or has another
 * key, and UsageError if both are the same.
 */
export const commonKey = async ({ client, from, own }: RestoreTables): Promise<readonly string[]> => {
  const target = await describeTable(client, own);
  if (!target) throw new OperatorError(`there is no table ${own}, which the stack names as its own`);
  const source = await describeTable(client, from);
  if (!source)
    throw new OperatorError(`there is no table ${from} beside ${own}`, {
      code: 'not_found',
      remedy: 'Restore one first: aws dynamodb restore-table-to-point-in-time',
    });
  if (source.TableArn === target.TableArn)
    throw new UsageError(
      `${from} is the stack's own table; --from-table names one that was restored beside it`,
    );
  if (!readable.includes(source.TableStatus ?? ''))
    throw new OperatorError(`the table ${from} is ${source.TableStatus}, and cannot be read yet`, {
      remedy: `To wait for it: aws dynamodb wait table-exists --table-name ${from}`,
    });
  if (describeKey(source) !== describeKey(target))
    throw new OperatorError(
      `the table ${from} was restored from another: its key is ${describeKey(source)}, that of ${own} is ${describeKey(target)}`,
    );
  return keyAttributes(target).map(({ name }) => name);
};

const describeTable = async (
  client: DynamoDBDocumentClient,
  tableName: string,
): Promise<TableDescription | undefined> => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw awsFailure(`describing the table ${tableName}`, error);
  }
};

const keyAttributes = ({ KeySchema = [], AttributeDefinitions = [] }: TableDescription) =>
  KeySchema.map(({ AttributeName: name = '', KeyType }) => {
    const definition = AttributeDefinitions.find(({ AttributeName }) => AttributeName === name);
    return { name, text: `${name} (${KeyType} ${definition?.AttributeType})` };
  });

const describeKey = (table: TableDescription): string =>
  keyAttributes(table)
    .map(({ text }) => text)
    .join(', ');
