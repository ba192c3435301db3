import { afterAll, beforeAll } from 'vitest';
import type { ApiTarget } from '../support/api-target.ts';
import { billManagementHandlers } from '../support/bill-management-handlers.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../support/embedded-tables.ts';
import { storeFixtureBillers } from '../support/stored-billers.ts';
import { billManagementSuite } from './bill-management.suite.ts';

let embedded: EmbeddedTables;
let target: ApiTarget;
beforeAll(async () => {
  embedded = await startEmbeddedTables();
  const { client, tables } = embedded;
  const billers = { client, tableName: tables.billers };
  await storeFixtureBillers(billers);
  target = billManagementHandlers({ billers, enquiries: { client, tableName: tables.enquiries } });
});
afterAll(() => embedded.close());

billManagementSuite(() => target);
