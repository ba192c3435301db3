import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readLocationRows } from '../location-table.ts';
import { scanTable } from '../table-scan.ts';
import { digestAttribute } from './record-digest.ts';
import type { RecordKind } from './record-kind.ts';

/** Key and digest of a stored row. */
export interface StoredRecord {
  readonly key: string;
  /** Digest; absent if the row was not written by an import. */
  readonly digest: string | undefined;
}

const row = z.record(z.string(), z.unknown());
const key = z.union([z.string(), z.number()]);

const projection = (kind: RecordKind) => ({
  ProjectionExpression: '#key, #digest',
  ExpressionAttributeNames: { '#key': kind.keyAttribute, '#digest': digestAttribute },
});

const billingQuery = (tableName: string, kind: RecordKind, partition: string) => {
  const { ProjectionExpression, ExpressionAttributeNames } = projection(kind);
  return {
    TableName: tableName,
    KeyConditionExpression: '#partition = :partition',
    ProjectionExpression,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#partition': 'kind' },
    ExpressionAttributeValues: { ':partition': partition },
    // Consistent, so that the next import sees what the last one has just written.
    ConsistentRead: true,
  };
};

/** Reads key and digest of every stored record of the kind, in no order, page by page. */
export const readStoredRecords = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  kind: RecordKind,
  onRecord: (record: StoredRecord) => void,
): Promise<void> => {
  const take = (item: unknown) => {
    const found = row.parse(item);
    const digest = z.string().safeParse(found[digestAttribute]).data;
    onRecord({ key: String(key.parse(found[kind.keyAttribute])), digest });
  };
  if (kind.table === 'locations') {
    const attributes = [kind.keyAttribute, digestAttribute];
    for await (const row of readLocationRows({ client, tableName }, { attributes })) take(row);
  } else if (kind.partition === undefined) {
    await scanTable(client, { TableName: tableName, ...projection(kind) }, take);
  } else {
    const query = billingQuery(tableName, kind, kind.partition);
    for await (const { Items = [] } of paginateQuery({ client }, query)) Items.forEach(take);
  }
};
