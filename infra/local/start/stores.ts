import { mkdir } from 'node:fs/promises';
import { bulkLimits, documentClient } from '../../../shared/data-access/clients.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { indexStreamRecords, pruneStreamRecords } from '../database/data-file.ts';
import { startEmbeddedDynamoDb } from '../database/engine.ts';
import { createTables } from '../database/tables.ts';
import { startS3 } from '../s3/server.ts';
import type { State } from '../state.ts';
import type { Deployment } from '../template/deployment.ts';
import { localRegion as region } from '../template/physical-names.ts';

/** Endpoint of another DynamoDB, for platforms without the embedded engine. */
export const otherDynamoDb = process.env.AWS_ENDPOINT_URL_DYNAMODB || undefined;

/** DynamoDB and S3 as the functions on this machine see them. */
export type Stores = Awaited<ReturnType<typeof startStores>>;

/** Starts both stores. `stop` ends them. */
export const startStores = async (
  { credentials, objectsDirectory, databaseFile: dataFile }: DataDirectory,
  state: State,
  log: (line: string) => void,
  stop: AsyncDisposableStack,
) => {
  // Created before the database, because a database without this folder means that the folder was lost.
  await mkdir(objectsDirectory, { recursive: true, mode: 0o700 });
  const signature = { region, credentials };
  const engine = otherDynamoDb ? undefined : await startEmbeddedDynamoDb({ dataFile, signature, log });
  stop.defer(() => engine?.close());
  if (engine) indexStreamRecords(dataFile);
  const dynamoDbEndpoint = engine?.endpoint ?? String(otherDynamoDb);
  const s3 = await startS3({ state, directory: objectsDirectory, credentials, region, log });
  stop.defer(() => s3.close());
  const documents = documentClient({ ...bulkLimits, endpoint: dynamoDbEndpoint, region, credentials });
  stop.defer(() => documents.destroy());

  return {
    /** Why other users of the machine may reach the tables without a signature. Undefined if they cannot. */
    exposure: otherDynamoDb
      ? `${otherDynamoDb} may not check signatures`
      : engine?.obstacle && `the database cannot be isolated (${engine.obstacle})`,
    dynamoDbEndpoint,
    documents,
    s3,
    /** Creates the missing tables and buckets of a deployment. */
    provision: async ({ tables, buckets }: Pick<Deployment, 'tables' | 'buckets'>): Promise<void> => {
      await createTables(documents, tables);
      for (const { name, ...settings } of buckets) s3.createBucket(name, settings);
    },
    pruneStreams: () => {
      if (engine) pruneStreamRecords(dataFile, Date.now());
    },
  };
};
