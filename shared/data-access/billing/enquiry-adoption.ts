import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionFailed } from '../condition-failed.ts';
import { storeCall } from '../store-failure.ts';
import type { Table } from '../table.ts';
import { scanPages } from '../table-scan.ts';
import { enquiryExpiry, enquiryId, enquiryIdPrefix, epochSeconds } from './enquiry-rows.ts';

/** The row that says that no enquiry of an earlier release is left. */
const doneId = 'EARLIER-ENQUIRIES-ADOPTED';

/** The row is good for so long, in seconds: an earlier release may have been gone back to in a way that nobody can see. */
const doneSeconds = 24 * 60 * 60;

const doneRow = z.object({
  /** Epoch seconds. DynamoDB deletes later than that. */
  expiresAt: z.int(),
  /** Before and after any other an earlier release may have run, and have written such enquiries again. */
  deployment: z.string(),
});

/** What each enquiry of today has, and those of earlier releases have not. */
const laterNames = { '#status': 'status', '#sandbox': 'sandbox', '#expiresAt': 'expiresAt' };

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

/** Gives one what it has not, unless somebody has removed it in the meantime. */
const adopt = async (
  { client, tableName }: Table,
  { id, submittedAt }: EarlierRow,
  retentionDays: number,
) => {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: { id },
    UpdateExpression:
      'SET #status = if_not_exists(#status, :open), #sandbox = if_not_exists(#sandbox, :no), #expiresAt = if_not_exists(#expiresAt, :end)',
    ConditionExpression: 'attribute_exists(#id)',
    ExpressionAttributeNames: { '#id': 'id', ...laterNames },
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

/** Whether the table was found to hold none under this deployment, not long ago. */
const wasDone = async ({ client, tableName }: Table, deployment: string, now: Date): Promise<boolean> => {
  const get = new GetCommand({ TableName: tableName, Key: { id: doneId }, ConsistentRead: true });
  const { Item } = await storeCall('enquiries: adopt', () => client.send(get));
  const { data } = doneRow.safeParse(Item);
  return data?.deployment === deployment && data.expiresAt > epochSeconds(now);
};

const noteDone = async ({ client, tableName }: Table, deployment: string, now: Date): Promise<void> => {
  const Item = { id: doneId, expiresAt: epochSeconds(now) + doneSeconds, deployment };
  const put = new PutCommand({ TableName: tableName, Item });
  await storeCall('enquiries: adopt', () => client.send(put));
};

const earlierRows = (tableName: string) => ({
  TableName: tableName,
  // One that was closed before it was adopted has a status.
  FilterExpression:
    'begins_with(#id, :prefix) AND (attribute_not_exists(#status) OR attribute_not_exists(#sandbox) OR attribute_not_exists(#expiresAt))',
  ProjectionExpression: '#id, #submittedAt, #expiresAt',
  ExpressionAttributeNames: { '#id': 'id', '#submittedAt': 'submittedAt', ...laterNames },
  ExpressionAttributeValues: { ':prefix': enquiryIdPrefix },
});

/** Who adopts enquiries, and when. */
export interface Adoption {
  readonly table: Table;
  /** After how many days an enquiry is deleted. */
  readonly retentionDays: number;
  /** The system's clock where absent. */
  readonly now?: Date;
}

const adoptAll = async (
  { table, retentionDays, now = new Date() }: Adoption,
  rows: readonly unknown[],
): Promise<AdoptedEnquiries> => {
  // What has no time of submission is no enquiry.
  const earlier = rows.flatMap((row) => earlierRow.safeParse(row).data ?? []);
  let over = 0;
  for (const row of earlier) {
    await adopt(table, row, retentionDays);
    const end = row.expiresAt ?? enquiryExpiry(row.submittedAt, retentionDays);
    if (end <= epochSeconds(now)) over += 1;
  }
  return { adopted: earlier.length, over };
};

/**
 * Enquiries of earlier releases have neither a status, so that the index does not hold them, nor an end. Gives them
 * both, by reading the whole table; once none was found, it is not read again under the same deployment for a day, but
 * always where that is undefined, as after a restore. Throws what the SDK throws, StoreUnavailable.
 */
export const adoptEarlierEnquiries = async (
  adoption: Adoption,
  deployment: string | undefined,
): Promise<AdoptedEnquiries> => {
  const { table, now = new Date() } = adoption;
  if (deployment !== undefined && (await wasDone(table, deployment, now))) return { adopted: 0, over: 0 };
  let [adopted, over] = [0, 0];
  await scanPages(table.client, earlierRows(table.tableName), async (rows) => {
    const page = await adoptAll(adoption, rows);
    adopted += page.adopted;
    over += page.over;
  });
  // While a release is delivered, functions of the former one may still write some: the next call looks once more.
  if (adopted === 0 && deployment !== undefined) await noteDone(table, deployment, now);
  return { adopted, over };
};

const membersOfToday = ['status', 'sandbox', 'expiresAt'];

/** The same for the enquiries of these numbers, wherever they are of an earlier release. Throws StoreUnavailable. */
export const adoptNamedEnquiries = async (
  adoption: Adoption,
  referenceNumbers: readonly string[],
): Promise<AdoptedEnquiries> => {
  const { client, tableName } = adoption.table;
  const earlier: unknown[] = [];
  for (const referenceNumber of new Set(referenceNumbers)) {
    const Key = { id: enquiryId(referenceNumber) };
    const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
    const { Item } = await storeCall('enquiries: adopt', () => client.send(get));
    if (Item && !membersOfToday.every((name) => name in Item)) earlier.push(Item);
  }
  return adoptAll(adoption, earlier);
};
