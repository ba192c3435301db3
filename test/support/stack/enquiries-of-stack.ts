import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import type { ReadEnquiryRow } from '../enquiry-client.ts';
import { readEnquiryRow } from '../tables/stored-enquiry.ts';

interface EnquiriesOfStack {
  readonly readEnquiryRow: ReadEnquiryRow;
  /** Closes the connections to the engine. */
  close(): void;
}

/** Opens the enquiries table of a running stack directly. Throws if no stack runs on the data directory. */
export const openEnquiriesOf = async (dataDirectory: string): Promise<EnquiriesOfStack> => {
  const stack = await readStackFile(dataDirectory);
  if (!stack) throw new Error('no stack runs');
  const { dynamoDbEndpoint: endpoint, region, credentials, tables } = stack;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  return {
    readEnquiryRow: (referenceNumber) =>
      readEnquiryRow({ client, tableName: tables.enquiries }, referenceNumber),
    close: () => client.destroy(),
  };
};
