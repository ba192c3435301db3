import { type EmbeddedTables, startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { storeFixtureBillers } from '../../support/tables/stored-billers.ts';
import type { servicesOver } from './services.ts';

/** Starts tables with the fixture's billers, which all planted faults share. */
export const startTablesForPlants = async (): Promise<{
  readonly given: Parameters<typeof servicesOver>[0];
  readonly close: EmbeddedTables['close'];
}> => {
  const { client, tables, close } = await startEmbeddedTables();
  const billers = { client, tableName: tables.billers };
  await storeFixtureBillers(billers);
  return { given: { billers, enquiries: { client, tableName: tables.enquiries } }, close };
};
