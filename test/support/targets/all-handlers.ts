import { storeFixtureBillers } from '../fixture/fixture-billers.ts';
import { publishedFixture } from '../fixture/fixture-catalogue.ts';
import { exportAt } from '../fixture/fixture-export.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';
import { readEnquiryRow } from '../tables/stored-enquiry.ts';
import type { TargetRequest } from './api-target.ts';
import { billManagementHandlers } from './bill-management-handlers.ts';
import { locationsHandlers } from './locations-handlers.ts';

/** Starts the functions of all three services with the fixture and this exported version. */
export const startAllHandlers = async (version: string, context: KeyContext = {}) => {
  const billManagement = await startBillManagement(context);
  const locations = locationsHandlers({ catalogue: publishedFixture(), link: exportAt(version) }, context);
  return {
    send: (request: TargetRequest) =>
      (request.path.startsWith('/locations/') ? locations : billManagement).send(request),
    close: () => billManagement.close(),
  };
};
export type AllHandlers = Awaited<ReturnType<typeof startAllHandlers>>;

export const startBillManagement = async (context: KeyContext = {}) => {
  const { client, tables, close } = await startEmbeddedTables();
  const billers = { client, tableName: tables.billers };
  await storeFixtureBillers(billers);
  const enquiries = { client, tableName: tables.enquiries };
  return {
    ...billManagementHandlers({ billers, enquiries }, context),
    readEnquiryRow: (referenceNumber: string) => readEnquiryRow(enquiries, referenceNumber),
    close,
  };
};
