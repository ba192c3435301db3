import { CreateTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
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

/** Creates the tables of the deployment that do not exist yet. */
export const createTables = async (
  client: DynamoDBDocumentClient,
  tables: readonly DeployedTable[],
): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const table of tables) if (!TableNames.includes(table.name)) await createTable(client, table);
};
