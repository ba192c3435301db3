import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { bulkLimits, s3Client } from '../../../shared/data-access/clients.ts';

/** Opens the stores of a running stack directly. Throws if no stack runs on the data directory. */
export const openStackStores = async (dataDirectory: string) => {
  const stack = await readStackFile(dataDirectory);
  if (!stack) throw new Error(`no stack runs on ${dataDirectory}`);
  const { region, credentials, tables, importBucket } = stack;
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: stack.dynamoDbEndpoint, region, credentials }),
  );
  const s3 = s3Client({ endpoint: stack.objectStoreEndpoint, region, credentials, ...bulkLimits });
  return {
    documents,
    s3,
    tables,
    importBucket,
    /** Closes the connections. */
    close: () => {
      documents.destroy();
      s3.destroy();
    },
  };
};
