import type { ReadEnquiryRow } from '../enquiry-client.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';
import { storeFixtureBillers } from '../tables/stored-billers.ts';
import { readEnquiryRow } from '../tables/stored-enquiry.ts';
import type { ApiTarget } from './api-target.ts';
import { billManagementHandlers } from './bill-management-handlers.ts';

export interface BillManagementTarget extends ApiTarget {
  readonly readEnquiryRow: ReadEnquiryRow;
  close(): Promise<void>;
}

export const startBillManagement = async (context: KeyContext = {}): Promise<BillManagementTarget> => {
  const { client, tables, close } = await startEmbeddedTables();
  const billers = { client, tableName: tables.billers };
  await storeFixtureBillers(billers);
  const enquiries = { client, tableName: tables.enquiries };
  return {
    ...billManagementHandlers({ billers, enquiries }, context),
    readEnquiryRow: (referenceNumber) => readEnquiryRow(enquiries, referenceNumber),
    close,
  };
};
