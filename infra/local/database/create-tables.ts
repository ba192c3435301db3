import { CreateTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
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
    .optional(),
});

/** Creates the tables of the deployment that are not there yet. */
export const createTables = async (
  client: DynamoDBDocumentClient,
  tables: readonly DeployedTable[],
): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const { name, properties } of tables.filter((table) => !TableNames.includes(table.name))) {
    const { KeySchema, AttributeDefinitions, StreamSpecification } = tableProperties.parse(properties);
    await client.send(
      new CreateTableCommand({
        TableName: name,
        KeySchema,
        AttributeDefinitions,
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: StreamSpecification && { StreamEnabled: true, ...StreamSpecification },
      }),
    );
  }
};
