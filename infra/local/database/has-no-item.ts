import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/data-access/table.ts';

/** Whether a table is empty. Throws what the SDK throws. */
export const hasNoItem = async ({ client, tableName }: Table): Promise<boolean> => {
  const { Count = 0 } = await client.send(
    new ScanCommand({ TableName: tableName, Limit: 1, Select: 'COUNT' }),
  );
  return Count === 0;
};
