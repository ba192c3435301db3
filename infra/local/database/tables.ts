/** Creates a deployment's tables from its template, and deletes expired items. */
import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, paginateScan, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../../../shared/data-access/table.ts';
import type { JobContext } from '../jobs/jobs.ts';
import type { DeployedTable } from '../template/deployment.ts';

/** Properties that CreateTable has too. DynamoDB itself validates them. */
const tableProperties = z.object({
  KeySchema: z.any(),
  AttributeDefinitions: z.any(),
  GlobalSecondaryIndexes: z.any().optional(),
  StreamSpecification: z
    .looseObject({})
    .transform((stream) => ({ StreamEnabled: true, ...stream }))
    .optional(),
});

/** Creates the tables that do not exist yet. */
export const createTables = async (
  client: DynamoDBDocumentClient,
  tables: readonly DeployedTable[],
): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const mode = { BillingMode: 'PAY_PER_REQUEST' } as const;
  for (const { name: TableName, properties } of tables)
    if (!TableNames.includes(TableName))
      await client.send(new CreateTableCommand({ TableName, ...mode, ...tableProperties.parse(properties) }));
};

export const isEmpty = async ({ client, tableName }: Table): Promise<boolean> =>
  (await client.send(new ScanCommand({ TableName: tableName, Limit: 1 }))).Count === 0;

const expiryProperties = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string() })),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string(), Enabled: z.stringbool().or(z.boolean()) })
    .optional(),
});

/** Items that expired more than 5 years ago are kept, because DynamoDB treats such a time as a mistake. */
const maxExpiredSeconds = 5 * 365 * 24 * 3_600;

/** Deletes a table's expired items, and logs their number. Stops early if the signal is aborted. */
export const deleteExpired = async (
  documents: DynamoDBDocumentClient,
  { name, properties }: DeployedTable,
  { clock, log, stop }: Pick<JobContext, 'clock' | 'log' | 'stop'>,
): Promise<void> => {
  const { KeySchema, TimeToLiveSpecification: timeToLive } = expiryProperties.parse(properties);
  if (!timeToLive?.Enabled) return;
  const now = Math.floor(clock.now() / 1_000);
  const expiry = { '#expiry': timeToLive.AttributeName };
  const keyNames = Object.fromEntries(
    KeySchema.map(({ AttributeName }, index) => [`#k${index}`, AttributeName]),
  );
  const pages = paginateScan(
    { client: documents },
    {
      TableName: name,
      // Only the keys are read, because other attributes may be personal data.
      ProjectionExpression: Object.keys(keyNames).join(', '),
      FilterExpression: '#expiry <= :now AND #expiry > :longAgo',
      ExpressionAttributeNames: { ...keyNames, ...expiry },
      ExpressionAttributeValues: { ':now': now, ':longAgo': now - maxExpiredSeconds },
    },
  );
  // The expiry may be extended between the scan and the deletion.
  const condition = {
    ConditionExpression: '#expiry <= :now',
    ExpressionAttributeNames: expiry,
    ExpressionAttributeValues: { ':now': now },
  };
  let deleted = 0;
  for await (const { Items = [] } of pages) {
    if (stop.aborted) break;
    for (const Key of Items) {
      if (stop.aborted) break;
      try {
        await documents.send(new DeleteCommand({ TableName: name, Key, ...condition }));
        deleted += 1;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    }
  }
  if (deleted > 0) log(`time to live: deleted ${deleted} expired items of ${name}`);
};
