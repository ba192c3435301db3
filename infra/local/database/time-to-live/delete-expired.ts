import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DeployedTable } from '../../template/deployment.ts';

const tableProperties = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string() })),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string(), Enabled: z.stringbool().or(z.boolean()) })
    .optional(),
});

/** A table whose items have a time after which they are to be deleted. */
export interface ExpiringTable {
  readonly name: string;
  /** Attributes of the key. */
  readonly keys: readonly string[];
  /** The attribute with the epoch second. */
  readonly expiry: string;
}

/** The tables of a deployment that forget. */
export const expiringTables = (tables: readonly DeployedTable[]): readonly ExpiringTable[] =>
  tables.flatMap(({ name, properties }) => {
    const { KeySchema, TimeToLiveSpecification: ttl } = tableProperties.parse(properties);
    if (!ttl?.Enabled) return [];
    return [{ name, keys: KeySchema.map(({ AttributeName }) => AttributeName), expiry: ttl.AttributeName }];
  });

/** DynamoDB deletes nothing whose time lies more than five years back: it takes it for a mistake. */
const longestAgoSeconds = 5 * 365 * 24 * 3_600;

const names = (attributes: readonly string[]) =>
  Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name]));

/** Deletes an item, but not one whose time was put off since it was looked at. Tells whether it did. */
const deleteUnlessPutOff = async (
  documents: DynamoDBDocumentClient,
  { name, expiry }: ExpiringTable,
  Key: Record<string, unknown>,
  now: number,
): Promise<boolean> => {
  try {
    await documents.send(
      new DeleteCommand({
        TableName: name,
        Key,
        ConditionExpression: '#expiry <= :now',
        ExpressionAttributeNames: { '#expiry': expiry },
        ExpressionAttributeValues: { ':now': now },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** Deletes the items whose time was over at a moment, in epoch milliseconds. Gives how many there were. */
export const deleteExpired = async (
  documents: DynamoDBDocumentClient,
  table: ExpiringTable,
  nowMilliseconds: number,
): Promise<number> => {
  const now = Math.floor(nowMilliseconds / 1_000);
  const pages = paginateScan(
    { client: documents },
    {
      TableName: table.name,
      // Keys alone: what else an item holds may be somebody's data.
      ProjectionExpression: table.keys.map((_, index) => `#a${index}`).join(', '),
      FilterExpression: '#expiry <= :now AND #expiry > :longAgo',
      ExpressionAttributeNames: { ...names(table.keys), '#expiry': table.expiry },
      ExpressionAttributeValues: { ':now': now, ':longAgo': now - longestAgoSeconds },
    },
  );
  let deleted = 0;
  for await (const { Items = [] } of pages) {
    for (const key of Items) if (await deleteUnlessPutOff(documents, table, key, now)) deleted += 1;
  }
  return deleted;
};
