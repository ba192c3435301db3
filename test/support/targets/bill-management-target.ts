import type { KeyContext } from '../gateway/gateway-event-of.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';
import { storeFixtureBillers } from '../tables/stored-billers.ts';
import { readEnquiryRow } from '../tables/stored-enquiry.ts';
import { billManagementHandlers } from './bill-management-handlers.ts';

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
