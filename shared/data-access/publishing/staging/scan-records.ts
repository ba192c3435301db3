import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { storeCall } from '../../store-failure.ts';
import { scanTable } from '../../table-scan.ts';

/** Table to scan, and the schema of its rows. */
export interface RecordScan<T> {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly schema: z.ZodMiniType<T>;
  /** Called with each record, in no order. */
  readonly onRecord: (record: T) => void;
  /** Called with the key and the fault of each invalid row. */
  readonly onBadRow: (row: BadRow) => void;
}

/** Row that is not a valid record. */
export interface BadRow {
  readonly table: string;
  readonly key: string;
  readonly problem: string;
}

const anyRow = z.record(z.string(), z.unknown());

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
  const take = (item: unknown) => {
    const parsed = schema.safeParse(item);
    if (parsed.success) return handOn(parsed.data);
    const key = String(anyRow.safeParse(item).data?.[keyAttribute]);
    onBadRow({ table, key, problem: z.prettifyError(parsed.error) });
  };
  const scan = () => scanTable(client, { TableName: table }, take);
  await storeCall(`scanning ${table}`, scan, (error) => error === notTaken);
};
