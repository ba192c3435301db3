import {
  CreateTableCommand,
  DescribeTableCommand,
  ListTablesCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DeployedTable } from '../template/deployment.ts';

/** The properties of AWS::DynamoDB::Table that a table on this machine takes over. */
const tableProperties = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) })
    .transform((stream) => ({ StreamEnabled: true, ...stream }))
    .optional(),
});

const createTable = async (client: DynamoDBDocumentClient, { name, properties }: DeployedTable) => {
  const { KeySchema, AttributeDefinitions, StreamSpecification } = tableProperties.parse(properties);
  await client.send(
    new CreateTableCommand({
      TableName: name,
      KeySchema,
      AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification,
    }),
  );
};

/** A table that an earlier release made may lack its stream. One that is there is left alone: to set it again would begin another. */
const addStream = async (client: DynamoDBDocumentClient, { name, properties }: DeployedTable) => {
  const { StreamSpecification } = tableProperties.parse(properties);
  if (!StreamSpecification) return;
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  if (Table?.StreamSpecification?.StreamEnabled) return;
  await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification }));
};

/** Creates the tables of the deployment that are not there yet, and the streams that tables lack. */
export const createTables = async (
  client: DynamoDBDocumentClient,
  tables: readonly DeployedTable[],
): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const table of tables) {
    await (TableNames.includes(table.name) ? addStream(client, table) : createTable(client, table));
  }
};
