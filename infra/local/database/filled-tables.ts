import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { hasNoItem } from './has-no-item.ts';

/** Which of these tables hold anything, by their roles. Throws what the SDK throws. */
export const filledTables = async (
  client: DynamoDBDocumentClient,
  tables: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const filled: string[] = [];
  for (const [role, tableName] of Object.entries(tables))
    if (!(await hasNoItem({ client, tableName }))) filled.push(role);
  return filled;
};
