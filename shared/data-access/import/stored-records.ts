import {
  type DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { digestAttribute } from './record-digest.ts';
import type { RecordKind } from './record-kind.ts';

/** A row of the table, as far as an import needs to know it. */
export interface StoredRecord {
  readonly key: string;
  /** Absent where something else than an import wrote the row. */
  readonly digest: string | undefined;
}

interface Page {
  readonly Items?: readonly unknown[] | undefined;
}

/** Parts of the table that are read at the same time. */
const scanSegments = 4;

const row = z.record(z.string(), z.unknown());
const key = z.union([z.string(), z.number()]);

const projection = (kind: RecordKind) => ({
  ProjectionExpression: '#key, #digest',
  ExpressionAttributeNames: { '#key': kind.keyAttribute, '#digest': digestAttribute },
  // What was written by an import a moment ago must not look absent to the next.
  ConsistentRead: true,
});

const pagesOf = (
  client: DynamoDBDocumentClient,
  tableName: string,
  kind: RecordKind,
): AsyncIterable<Page>[] => {
  const { partition } = kind;
  const { ExpressionAttributeNames, ...common } = projection(kind);
  if (partition) {
    const query: QueryCommandInput = {
      ...common,
      TableName: tableName,
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeNames: { ...ExpressionAttributeNames, '#partition': partition.attribute },
      ExpressionAttributeValues: { ':partition': partition.value },
    };
    return [paginateQuery({ client }, query)];
  }
  return Array.from({ length: scanSegments }, (_, segment) => {
    const scan: ScanCommandInput = {
      ...common,
      TableName: tableName,
      ExpressionAttributeNames,
      Segment: segment,
      TotalSegments: scanSegments,
    };
    return paginateScan({ client }, scan);
  });
};

/** Reads key and digest of every stored record of the kind, in no order, page by page. */
export const readStoredRecords = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  kind: RecordKind,
  onRecord: (record: StoredRecord) => void,
): Promise<void> => {
  const readAll = async (pages: AsyncIterable<Page>) => {
    for await (const { Items = [] } of pages)
      for (const item of Items) {
        const found = row.parse(item);
        const digest = z.string().safeParse(found[digestAttribute]).data;
        onRecord({ key: String(key.parse(found[kind.keyAttribute])), digest });
      }
  };
  await Promise.all(pagesOf(client, tableName, kind).map(readAll));
};
