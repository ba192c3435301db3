import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { storeCall } from '../store-failure.ts';

export interface TableScan<T> {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly schema: z.ZodType<T>;
  /** Told of each row that is no such record: its key, and what is wrong with it. */
  readonly onBadRow: (row: BadRow) => void;
}

export interface BadRow {
  readonly table: string;
  readonly key: string;
  readonly problem: string;
}

/** Parts of the table that are read at the same time. */
const segments = 4;

const anyRow = z.record(z.string(), z.unknown());

/** Every row of the table that the schema takes, in no order. Throws StoreUnavailable. */
export const scanRecords = async <T>(
  { client, table, schema, onBadRow }: TableScan<T>,
  keyAttribute: keyof T & string,
): Promise<T[]> => {
  const records: T[] = [];
  const take = (item: unknown) => {
    const parsed = schema.safeParse(item);
    if (parsed.success) records.push(parsed.data);
    else {
      const key = String(anyRow.safeParse(item).data?.[keyAttribute]);
      onBadRow({ table, key, problem: z.prettifyError(parsed.error) });
    }
  };
  const scanSegment = async (segment: number) => {
    // Consistent: a publication that follows an import has to show all of it.
    const scan = { TableName: table, Segment: segment, TotalSegments: segments, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client }, scan)) Items.forEach(take);
  };
  await storeCall(`scanning ${table}`, () =>
    Promise.all(Array.from({ length: segments }, (_, segment) => scanSegment(segment))),
  );
  return records;
};
