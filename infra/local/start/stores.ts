import { mkdir } from 'node:fs/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { bulkLimits, documentClient } from '../../../shared/data-access/clients.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { refuseLostData } from '../data-directory/lost-data.ts';
import { createTables } from '../database/tables.ts';
import { startEmbeddedDynamoDb } from '../database/engine.ts';
import { tendStreamRecords } from '../database/data-file.ts';
import { type LifecycleRule, lifecycleRulesOf } from '../object-store/lifecycle/lifecycle-rules.ts';
import { startLifecycleSweeps } from '../object-store/lifecycle/lifecycle-sweeps.ts';
import { type ObjectStore, startObjectStore } from '../object-store/object-store.ts';
import type { Deployment } from '../template/deployment.ts';
import { localRegion } from '../template/physical-names.ts';

/** DynamoDB and S3 as the functions see them on this machine. */
export interface Stores {
  readonly dynamoDbEndpoint: string;
  readonly objectStoreEndpoint: string;
  readonly documents: DynamoDBDocumentClient;
  /** What the SDK's clients need to reach them, as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the tables and buckets of a deployment that are not there yet. Throws UnsupportedLifecycle. */
  hold(deployment: Pick<Deployment, 'tables' | 'buckets'>): Promise<void>;
  /** Has every object that is created in a bucket told. */
  readonly tellOfCreated: ObjectStore['tellOfCreated'];
}

/** The SDK's own variable names another DynamoDB, where the embedded one has no build for this platform. */
const startDatabase = async (
  directory: DataDirectory,
  log: (line: string) => void,
  stop: AsyncDisposableStack,
) => {
  const given = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  await refuseLostData(directory, !given);
  // Before the database: one without this folder has lost it, and is not just being made.
  await mkdir(directory.objectsDirectory, { recursive: true, mode: 0o700 });
  if (given) return { endpoint: given, tend: () => {} };
  const { databaseFile: dataFile } = directory;
  const { endpoint, close } = await startEmbeddedDynamoDb({ dataFile, log });
  stop.defer(close);
  return { endpoint, tend: () => tendStreamRecords(dataFile, Date.now()) };
};

/** Starts both stores on their own data; they end with `stop`. */
export const startStores = async (
  directory: DataDirectory,
  log: (line: string) => void,
  stop: AsyncDisposableStack,
): Promise<Stores> => {
  const { credentials, objectsDirectory } = directory;
  const region = localRegion;
  const { endpoint: dynamoDbEndpoint, tend } = await startDatabase(directory, log, stop);
  const objects = await startObjectStore({ directory: objectsDirectory, credentials, region, log });
  stop.defer(() => objects.close());
  const lifecycles = new Map<string, readonly LifecycleRule[]>();
  const sweeps = startLifecycleSweeps(
    () => Promise.all([...lifecycles].map(([bucket, rules]) => objects.applyLifecycle(bucket, rules))),
    log,
  );
  stop.defer(() => sweeps.stop());
  const documents = documentClient({ ...bulkLimits, endpoint: dynamoDbEndpoint, region, credentials });
  stop.defer(() => documents.destroy());

  return {
    dynamoDbEndpoint,
    objectStoreEndpoint: objects.endpoint,
    documents,
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDbEndpoint,
      AWS_ENDPOINT_URL_S3: objects.endpoint,
    },
    tellOfCreated: objects.tellOfCreated,
    hold: async ({ tables, buckets }) => {
      await createTables(documents, tables);
      tend();
      for (const { name, properties, crossOriginRules } of buckets) {
        await objects.createBucket(name, crossOriginRules);
        lifecycles.set(name, lifecycleRulesOf(properties));
      }
    },
  };
};
