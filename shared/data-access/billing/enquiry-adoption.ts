import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { storeCall } from '../store-failure.ts';
import type { Table } from '../table.ts';
import { scanPages } from '../table-scan.ts';
import { enquiryExpiry, enquiryIdPrefix } from './enquiry-rows.ts';

/** The row that says that no enquiry of an earlier release is left. */
const doneId = 'EARLIER-ENQUIRIES-ADOPTED';

const earlierRow = z.object({ id: z.string(), submittedAt: z.iso.datetime().pipe(z.coerce.date()) });

const conditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

type EarlierRow = z.infer<typeof earlierRow>;

/** Opens one, unless somebody has closed or removed it in the meantime. */
const adopt = async (
  { client, tableName }: Table,
  { id, submittedAt }: EarlierRow,
  retentionDays: number,
) => {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: { id },
    UpdateExpression: 'SET #status = :open, #sandbox = :no, #expiresAt = if_not_exists(#expiresAt, :end)',
    ConditionExpression: 'attribute_exists(#id) AND attribute_not_exists(#status)',
    ExpressionAttributeNames: {
      '#id': 'id',
      '#status': 'status',
      '#sandbox': 'sandbox',
      '#expiresAt': 'expiresAt',
    },
    ExpressionAttributeValues: {
      ':open': 'OPEN',
      ':no': false,
      ':end': enquiryExpiry(submittedAt, retentionDays),
    },
  });
  await storeCall('enquiries: adopt', () => client.send(update), conditionFailed).catch((error: unknown) => {
    if (!conditionFailed(error)) throw error;
  });
};

/**
 * Enquiries of earlier releases have neither a status, so that the index does not hold them, nor an end. Gives them
 * both, by reading the whole table; once none was found, it is not read again unless `again` says so, as after a
 * restore. Answers with how many there were. Throws what the SDK throws, StoreUnavailable.
 */
export const adoptEarlierEnquiries = async (
  table: Table,
  retentionDays: number,
  { again = false } = {},
): Promise<number> => {
  const { client, tableName } = table;
  const get = new GetCommand({ TableName: tableName, Key: { id: doneId }, ConsistentRead: true });
  if (!again && (await storeCall('enquiries: adopt', () => client.send(get))).Item) return 0;
  let adopted = 0;
  const scan = {
    TableName: tableName,
    FilterExpression: 'begins_with(#id, :prefix) AND attribute_not_exists(#status)',
    ProjectionExpression: '#id, #submittedAt',
    ExpressionAttributeNames: { '#id': 'id', '#status': 'status', '#submittedAt': 'submittedAt' },
    ExpressionAttributeValues: { ':prefix': enquiryIdPrefix },
  };
  await scanPages(client, scan, async (rows) => {
    // What has no time of submission is no enquiry.
    const earlier = rows.flatMap((row) => earlierRow.safeParse(row).data ?? []);
    for (const row of earlier) await adopt(table, row, retentionDays);
    adopted += earlier.length;
  });
  // While a release is delivered, functions of the former one may still write some: the next call looks once more.
  if (adopted === 0 && !again) {
    const put = new PutCommand({ TableName: tableName, Item: { id: doneId } });
    await storeCall('enquiries: adopt', () => client.send(put));
  }
  return adopted;
};
