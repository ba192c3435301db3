import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { storeCall } from '../../store-failure.ts';
import { scanTable } from '../../table-scan.ts';

/** The table to read, and what its rows should be. */
export interface RecordScan<T> {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly schema: z.ZodType<T>;
  /** Given each record, in no order. */
  readonly onRecord: (record: T) => void;
  /** Told of each row that is no such record: its key, and what is wrong with it. */
  readonly onBadRow: (row: BadRow) => void;
}

/** A row that is no such record. */
export interface BadRow {
  readonly table: string;
  readonly key: string;
  readonly problem: string;
}

const anyRow = z.record(z.string(), z.unknown());

/**
 * Hands on every row of the table that the schema takes, and holds none. Throws StoreUnavailable, and what `onRecord`
 * throws.
 */
export const scanRecords = async <T>(
  { client, table, schema, onRecord, onBadRow }: RecordScan<T>,
  keyAttribute: keyof T & string,
): Promise<void> => {
  let notTaken: unknown;
  const handOn = (record: T) => {
    try {
      onRecord(record);
    } catch (error) {
      notTaken = error;
      throw error;
    }
  };
  const take = (item: unknown) => {
    const parsed = schema.safeParse(item);
    if (parsed.success) return handOn(parsed.data);
    const key = String(anyRow.safeParse(item).data?.[keyAttribute]);
    onBadRow({ table, key, problem: z.prettifyError(parsed.error) });
  };
  const scan = () => scanTable(client, { TableName: table }, take);
  await storeCall(`scanning ${table}`, scan, (error) => error === notTaken);
};
