import type { Table } from '../../../shared/data-access/table.ts';
import { billerRecord } from '../../../shared/domain/importing/biller-record.ts';
import { fixtureBillers, fixtureBillTypes } from '../fixture/fixture-billers.ts';
import { putRows } from './embedded-tables.ts';

export const storeFixtureBillers = (table: Table): Promise<void> =>
  putRows(table, [
    ...fixtureBillers.map((biller) => ({ kind: 'BILLER', ...billerRecord.parse(biller) })),
    ...fixtureBillTypes.map((billType) => ({ kind: 'BILL_TYPE', ...billType })),
  ]);
