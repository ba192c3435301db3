import { mkdir } from 'node:fs/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { bulkLimits, documentClient } from '../../../shared/data-access/clients.ts';
import { startHourlyWork } from '../clock.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { indexStreamRecords, pruneStreamRecords } from '../database/data-file.ts';
import { startEmbeddedDynamoDb } from '../database/engine.ts';
import { createTables } from '../database/tables.ts';
import { type S3Server, startS3 } from '../s3/server.ts';
import type { State } from '../state.ts';
import type { Deployment } from '../template/deployment.ts';
import { localRegion } from '../template/physical-names.ts';

/** DynamoDB and S3 as the functions see them on this machine. */
export interface Stores {
  readonly dynamoDbEndpoint: string;
  readonly objectStoreEndpoint: string;
  readonly documents: DynamoDBDocumentClient;
  /** What the SDK's clients need to reach them, as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the tables and buckets of a deployment that are not there yet. */
  hold(deployment: Pick<Deployment, 'tables' | 'buckets'>): Promise<void>;
  readonly onObjectCreated: S3Server['onCreated'];
  /** Deletes old records of the tables' streams. */
  readonly pruneStreams: () => void;
}

/** The SDK's own variable names another DynamoDB, where the embedded one has no build for this platform. */
const startDatabase = async (
  directory: DataDirectory,
  log: (line: string) => void,
  stop: AsyncDisposableStack,
) => {
  const given = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  // Before the database: one without this folder has lost it, and is not just being made.
  await mkdir(directory.objectsDirectory, { recursive: true, mode: 0o700 });
  if (given) return { endpoint: given, index: () => {}, pruneStreams: () => {} };
  const { databaseFile: dataFile } = directory;
  const { endpoint, close } = await startEmbeddedDynamoDb({ dataFile, log });
  stop.defer(close);
  return {
    endpoint,
    index: () => indexStreamRecords(dataFile),
    pruneStreams: () => pruneStreamRecords(dataFile, Date.now()),
  };
};

/** Starts both stores on their own data; they end with `stop`. */
export const startStores = async (
  directory: DataDirectory,
  state: State,
  log: (line: string) => void,
  stop: AsyncDisposableStack,
): Promise<Stores> => {
  const { credentials, objectsDirectory } = directory;
  const region = localRegion;
  const { endpoint: dynamoDbEndpoint, index, pruneStreams } = await startDatabase(directory, log, stop);
  const s3 = await startS3({ state, directory: objectsDirectory, credentials, region, log });
  stop.defer(() => s3.close());
  const lifecycle = startHourlyWork(async () => {
    await s3
      .removeExpired()
      .catch((error: unknown) => log(`lifecycle: removing what has expired failed: ${error}`));
  });
  stop.defer(() => lifecycle.close());
  const documents = documentClient({ ...bulkLimits, endpoint: dynamoDbEndpoint, region, credentials });
  stop.defer(() => documents.destroy());

  return {
    dynamoDbEndpoint,
    objectStoreEndpoint: s3.endpoint,
    documents,
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDbEndpoint,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
    },
    onObjectCreated: s3.onCreated,
    pruneStreams,
    hold: async ({ tables, buckets }) => {
      await createTables(documents, tables);
      index();
      for (const { name, ...settings } of buckets) s3.createBucket(name, settings);
    },
  };
};
