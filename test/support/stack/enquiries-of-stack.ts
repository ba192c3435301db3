import { readEnquiryRow } from '../tables/stored-enquiry.ts';
import { openStackStores } from './stack-stores.ts';

/** Opens the enquiries table of a running stack directly. Throws if no stack runs on the data directory. */
export const openEnquiriesOf = async (dataDirectory: string) => {
  const { documents, tables, close } = await openStackStores(dataDirectory);
  return {
    readEnquiryRow: (referenceNumber: string) =>
      readEnquiryRow({ client: documents, tableName: tables.enquiries }, referenceNumber),
    close,
  };
};
