import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Clock, systemClock } from '../clock.ts';
import type { HourlyTask } from '../start/hourly-work.ts';
import type { DeployedTable } from '../template/deployment.ts';

const tableProperties = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string() })),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string(), Enabled: z.stringbool().or(z.boolean()) })
    .optional(),
});

/** DynamoDB takes a time more than five years ago for a mistake, and deletes nothing. */
const maxAgoSeconds = 5 * 365 * 24 * 3_600;

/** For each table with a time to live, deletes what has expired, as DynamoDB does within some days. */
export const expiryTasks = (
  tables: readonly DeployedTable[],
  documents: DynamoDBDocumentClient,
  clock: Pick<Clock, 'now'> = systemClock,
): readonly HourlyTask[] =>
  tables.flatMap(({ name, properties }) => {
    const { KeySchema, TimeToLiveSpecification: ttl } = tableProperties.parse(properties);
    if (!ttl?.Enabled) return [];
    const keys = KeySchema.map(({ AttributeName }) => AttributeName);
    const run = async () => {
      const now = Math.floor(clock.now() / 1_000);
      const deleted = await deleteExpired(documents, { name, keys, expiry: ttl.AttributeName }, now);
      return deleted > 0 ? `expired items deleted: ${deleted}` : undefined;
    };
    return [{ name: `time to live of ${name}`, run }];
  });

interface ExpiringTable {
  readonly name: string;
  /** Attributes of the key. */
  readonly keys: readonly string[];
  /** Attribute with the epoch second of the expiry. */
  readonly expiry: string;
}

const deleteExpired = async (
  documents: DynamoDBDocumentClient,
  table: ExpiringTable,
  now: number,
): Promise<number> => {
  const keys = Object.fromEntries(table.keys.map((key, index) => [`#key${index}`, key]));
  const pages = paginateScan(
    { client: documents },
    {
      TableName: table.name,
      // Nothing but keys: other attributes may be personal data.
      ProjectionExpression: Object.keys(keys).join(', '),
      FilterExpression: '#expiry <= :now AND #expiry > :longAgo',
      ExpressionAttributeNames: { ...keys, '#expiry': table.expiry },
      ExpressionAttributeValues: { ':now': now, ':longAgo': now - maxAgoSeconds },
    },
  );
  let deleted = 0;
  for await (const { Items = [] } of pages) {
    for (const key of Items) if (await deleteIfExpired(documents, table, key, now)) deleted += 1;
  }
  return deleted;
};

/** Deletes an item unless its expiry was postponed since the scan. Returns whether it did. */
const deleteIfExpired = async (
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
