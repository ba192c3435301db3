import {
  DescribeTableCommand,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { OperatorError, UsageError } from '../operator-error.ts';
import { awsFailure } from '../stack/deployed/aws-failure.ts';

/** A table that can be read at this moment. */
const readable = ['ACTIVE', 'UPDATING'];

const describe = async (
  client: DynamoDBDocumentClient,
  tableName: string,
): Promise<TableDescription | undefined> => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw awsFailure(`describing the table ${tableName}`, error);
  }
};

const keysOf = ({ KeySchema = [], AttributeDefinitions = [] }: TableDescription) =>
  KeySchema.map(({ AttributeName = '', KeyType }) => {
    const definition = AttributeDefinitions.find((each) => each.AttributeName === AttributeName);
    return { name: AttributeName, inWords: `${AttributeName} (${KeyType} ${definition?.AttributeType})` };
  });

const inWords = (table: TableDescription): string =>
  keysOf(table)
    .map((key) => key.inWords)
    .join(', ');

export interface RestorePlaces {
  readonly client: DynamoDBDocumentClient;
  /** Name of the table that was restored. */
  readonly from: string;
  /** Name of the stack's own table. */
  readonly own: string;
}

/**
 * The names of the key's attributes, which both tables have in common. Throws OperatorError where one is not there, is
 * not ready, or has another key, and UsageError where both are the same.
 */
export const commonKey = async ({ client, from, own }: RestorePlaces): Promise<readonly string[]> => {
  const target = await describe(client, own);
  if (!target) throw new OperatorError(`there is no table ${own}, which the stack says is its own`);
  const source = await describe(client, from);
  if (!source)
    throw new OperatorError(
      `there is no table ${from} beside ${own}. Restore one first: aws dynamodb restore-table-to-point-in-time`,
    );
  if (source.TableArn === target.TableArn)
    throw new UsageError(
      `${from} is the stack's own table; --from-table names one that was restored beside it`,
    );
  if (!readable.includes(source.TableStatus ?? ''))
    throw new OperatorError(
      `the table ${from} is ${source.TableStatus}, and cannot be read yet. To wait for it: aws dynamodb wait table-exists --table-name ${from}`,
    );
  if (inWords(source) !== inWords(target))
    throw new OperatorError(
      `the table ${from} was restored from another: its key is ${inWords(source)}, that of ${own} is ${inWords(target)}`,
    );
  return keysOf(target).map(({ name }) => name);
};
