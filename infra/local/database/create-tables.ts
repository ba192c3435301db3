import {
  CreateTableCommand,
  DescribeTableCommand,
  ListTablesCommand,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DeployedTable } from '../template/deployment.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

/** The properties of AWS::DynamoDB::Table that a table on this machine takes over. */
const tableProperties = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) })
    .transform((stream) => ({ StreamEnabled: true, ...stream }))
    .optional(),
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema: keySchema,
        Projection: z.object({
          ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: z.array(z.string()).optional(),
        }),
      }),
    )
    .optional(),
});

const createTable = async (client: DynamoDBDocumentClient, { name, properties }: DeployedTable) => {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      ...tableProperties.parse(properties),
    }),
  );
};

/** A stream that is there is left alone: to set it again would begin another. */
const addStream = async (
  client: DynamoDBDocumentClient,
  { name, properties }: DeployedTable,
  made: TableDescription | undefined,
) => {
  const { StreamSpecification } = tableProperties.parse(properties);
  if (!StreamSpecification || made?.StreamSpecification?.StreamEnabled) return;
  await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification }));
};

const addIndexes = async (
  client: DynamoDBDocumentClient,
  { name, properties }: DeployedTable,
  made: TableDescription | undefined,
) => {
  const { GlobalSecondaryIndexes = [], AttributeDefinitions } = tableProperties.parse(properties);
  const has = new Set(made?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  for (const index of GlobalSecondaryIndexes.filter(({ IndexName }) => !has.has(IndexName))) {
    // One at a time is all that DynamoDB takes.
    await client.send(
      new UpdateTableCommand({
        TableName: name,
        AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: index }],
      }),
    );
  }
};

/** A table that an earlier release made may lack its stream, or an index. */
const complete = async (client: DynamoDBDocumentClient, table: DeployedTable) => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }));
  await addStream(client, table, Table);
  await addIndexes(client, table, Table);
};

/** Creates the tables of the deployment that are not there yet, and the streams and indexes that tables lack. */
export const createTables = async (
  client: DynamoDBDocumentClient,
  tables: readonly DeployedTable[],
): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const table of tables) {
    await (TableNames.includes(table.name) ? complete(client, table) : createTable(client, table));
  }
};
