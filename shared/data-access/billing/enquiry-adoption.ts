import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionFailed } from '../condition-failed.ts';
import { storeCall } from '../store-failure.ts';
import type { Table } from '../table.ts';
import { scanPages } from '../table-scan.ts';
import { enquiryExpiry, enquiryIdPrefix, epochSeconds } from './enquiry-rows.ts';

/** The row that says that no enquiry of an earlier release is left. */
const doneId = 'EARLIER-ENQUIRIES-ADOPTED';

/** The row is good for so long, in seconds: an earlier release that is gone back to writes such enquiries again. */
const doneSeconds = 30 * 24 * 60 * 60;

/** Epoch seconds. DynamoDB deletes later than that. */
const doneRow = z.object({ expiresAt: z.int() });

const earlierRow = z.object({
  id: z.string(),
  submittedAt: z.iso.datetime().pipe(z.coerce.date()),
  expiresAt: z.int().optional(),
});

/** How many enquiries of earlier releases were found, and how many of them are to be deleted as their time is over. */
export interface AdoptedEnquiries {
  readonly adopted: number;
  readonly over: number;
}

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

/** Whether the table was found to hold none, not long ago. */
const wasDone = async ({ client, tableName }: Table, now: Date): Promise<boolean> => {
  const get = new GetCommand({ TableName: tableName, Key: { id: doneId }, ConsistentRead: true });
  const { Item } = await storeCall('enquiries: adopt', () => client.send(get));
  const { data } = doneRow.safeParse(Item);
  return data !== undefined && data.expiresAt > epochSeconds(now);
};

const noteDone = async ({ client, tableName }: Table, now: Date): Promise<void> => {
  const Item = { id: doneId, expiresAt: epochSeconds(now) + doneSeconds };
  const put = new PutCommand({ TableName: tableName, Item });
  await storeCall('enquiries: adopt', () => client.send(put));
};

const earlierRows = (tableName: string) => ({
  TableName: tableName,
  FilterExpression: 'begins_with(#id, :prefix) AND attribute_not_exists(#status)',
  ProjectionExpression: '#id, #submittedAt, #expiresAt',
  ExpressionAttributeNames: {
    '#id': 'id',
    '#status': 'status',
    '#submittedAt': 'submittedAt',
    '#expiresAt': 'expiresAt',
  },
  ExpressionAttributeValues: { ':prefix': enquiryIdPrefix },
});

/**
 * Enquiries of earlier releases have neither a status, so that the index does not hold them, nor an end. Gives them
 * both, by reading the whole table; once none was found, it is not read again for a month unless `again` says so, as
 * after a restore. Throws what the SDK throws, StoreUnavailable.
 */
export const adoptEarlierEnquiries = async (
  table: Table,
  retentionDays: number,
  { again = false, now = new Date() } = {},
): Promise<AdoptedEnquiries> => {
  if (!again && (await wasDone(table, now))) return { adopted: 0, over: 0 };
  let [adopted, over] = [0, 0];
  await scanPages(table.client, earlierRows(table.tableName), async (rows) => {
    // What has no time of submission is no enquiry.
    const earlier = rows.flatMap((row) => earlierRow.safeParse(row).data ?? []);
    for (const row of earlier) {
      await adopt(table, row, retentionDays);
      const end = row.expiresAt ?? enquiryExpiry(row.submittedAt, retentionDays);
      if (end <= epochSeconds(now)) over += 1;
    }
    adopted += earlier.length;
  });
  // While a release is delivered, functions of the former one may still write some: the next call looks once more.
  if (adopted === 0 && !again) await noteDone(table, now);
  return { adopted, over };
};
