import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import {
  DescribeTableCommand,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchWriter } from '../../../shared/data-access/importing/batch-writer.ts';
import { readItems } from '../../../shared/data-access/table.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { awsFailure } from '../stack/aws-failure.ts';

const item = z.record(z.string(), z.unknown());
type Item = z.infer<typeof item>;

interface RestoreTables {
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
export type RestoreCounts = typeof noCounts;

/**
 * Copies the items of a restored table that the own table does not have, and with `overwrite` those that differ. It removes
 * none, holds one page of both tables in memory, and can be repeated. Throws UnprocessedItems and errors of the SDK.
 */
export const copyItems = async (restoration: Restoration): Promise<RestoreCounts> => {
  const { client, from, own: tableName, key, isExpired, overwrite, dryRun, put, onProgress } = restoration;
  const counts = { ...noCounts };
  const writer = batchWriter({ client, tableName });
  const keyOf = (each: Item): Item => Object.fromEntries(key.map((name) => [name, each[name]]));
  // Keys are strings or numbers, of the same type in both tables.
  const asText = (each: Item): string => JSON.stringify(key.map((name) => String(each[name])));

  for await (const { Items } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    const items = item.array().parse(Items ?? []);
    const living = items.filter((each) => !isExpired(each));
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

const describeKey = ({ KeySchema = [], AttributeDefinitions = [] }: TableDescription): string =>
  KeySchema.map(({ AttributeName: name, KeyType }) => {
    const definition = AttributeDefinitions.find(({ AttributeName }) => AttributeName === name);
    return `${name} (${KeyType} ${definition?.AttributeType})`;
  }).join(', ');
