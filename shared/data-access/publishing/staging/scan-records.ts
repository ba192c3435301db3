import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { storeCall } from '../../errors.ts';
import { scanTable } from '../../table.ts';

/** Table to read, and the schema of its rows. */
interface RecordRows<T> {
  readonly table: string;
  readonly schema: z.ZodType<T>;
  /** Called with each record, in no order. */
  readonly onRecord: (record: T) => void;
  /** Called with the key and the fault of each invalid row. */
  readonly onBadRow: (row: BadRow) => void;
}

/** Table to scan, and the schema of its rows. */
export interface RecordScan<T> extends RecordRows<T> {
  readonly client: DynamoDBDocumentClient;
}

/** Row that is not a valid record. */
export interface BadRow {
  readonly table: string;
  readonly key: string;
  readonly problem: string;
}

const anyRow = z.record(z.string(), z.unknown());

/** Returns a function that takes a row, and passes on its record if it is valid. */
export const rowParser =
  <T>({ table, schema, onRecord, onBadRow }: RecordRows<T>, keyAttribute: keyof T & string) =>
  (item: unknown): void => {
    const parsed = schema.safeParse(item);
    if (parsed.success) {
      onRecord(parsed.data);
      return;
    }
    const key = String(anyRow.safeParse(item).data?.[keyAttribute]);
    onBadRow({ table, key, problem: z.prettifyError(parsed.error) });
  };

/**
 * Scans a table and passes on every valid record, holding none. Throws StoreUnavailable, and what `onRecord` throws.
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
  const take = rowParser({ table, schema, onRecord: handOn, onBadRow }, keyAttribute);
  const scan = () => scanTable(client, { TableName: table }, take);
  await storeCall(`scanning ${table}`, scan, (error) => error === notTaken);
};
