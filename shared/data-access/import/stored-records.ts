import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { scanTable } from '../table-scan.ts';
import { digestAttribute } from './record-digest.ts';
import type { RecordKind } from './record-kind.ts';

/** A row of the table, as far as an import needs to know it. */
export interface StoredRecord {
  readonly key: string;
  /** Absent where something else than an import wrote the row. */
  readonly digest: string | undefined;
}

const row = z.record(z.string(), z.unknown());
const key = z.union([z.string(), z.number()]);

const projection = (kind: RecordKind) => ({
  ProjectionExpression: '#key, #digest',
  ExpressionAttributeNames: { '#key': kind.keyAttribute, '#digest': digestAttribute },
});

type Partition = NonNullable<RecordKind['partition']>;

const partitionQuery = (tableName: string, kind: RecordKind, { attribute, value }: Partition) => {
  const { ProjectionExpression, ExpressionAttributeNames } = projection(kind);
  return {
    TableName: tableName,
    KeyConditionExpression: '#partition = :partition',
    ProjectionExpression,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#partition': attribute },
    ExpressionAttributeValues: { ':partition': value },
    // What was written by an import a moment ago must not look absent to the next.
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
  if (!kind.partition) return scanTable(client, { TableName: tableName, ...projection(kind) }, take);
  const query = partitionQuery(tableName, kind, kind.partition);
  for await (const { Items = [] } of paginateQuery({ client }, query)) Items.forEach(take);
};
