import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/data-access/table.ts';
import { fixtureBillers, fixtureBillTypes } from '../fixture/fixture-billers.ts';

type Row = Readonly<Record<string, unknown>>;

/** Writes rows of the billers table, any number of them. */
export const storeBillerRows = async ({ client, tableName }: Table, rows: readonly Row[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item: { ...Item } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
};

/** Writes the fixture's billers and bill types, as an import of them would. */
export const storeFixtureBillers = (table: Table): Promise<void> =>
  storeBillerRows(table, [
    ...fixtureBillers.map((biller) => ({ kind: 'BILLER', ...biller })),
    ...fixtureBillTypes.map((billType) => ({ kind: 'BILL_TYPE', ...billType })),
  ]);
