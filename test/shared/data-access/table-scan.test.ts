import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { scanPages } from '../../../shared/data-access/table-scan.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { storeRows } from '../../support/tables/store-tables.ts';

it('a scan has every row once, in pages so small that a store answers others between them', async () => {
  const embedded = await startEmbeddedTables();
  onTestFinished(() => embedded.close());
  const codes = Array.from({ length: 1_500 }, (_, number) => `L${String(number).padStart(4, '0')}`);
  await storeRows(
    embedded,
    'locations',
    codes.map((locationCode) => ({ locationCode })),
  );
  const seen: string[] = [];
  const sizes: number[] = [];
  await scanPages(embedded.client, { TableName: embedded.tables.locations }, (rows) => {
    sizes.push(rows.length);
    for (const row of rows) seen.push(z.object({ locationCode: z.string() }).parse(row).locationCode);
  });
  expect(seen.toSorted()).toEqual(codes);
  expect(Math.max(...sizes)).toBe(200);
});
