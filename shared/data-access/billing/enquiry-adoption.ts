import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionFailed } from '../condition-failed.ts';
import { storeCall } from '../store-failure.ts';
import type { Table } from '../table.ts';
import { scanPages } from '../table-scan.ts';
import { enquiryExpiry, enquiryId, enquiryIdPrefix, epochSeconds } from './enquiry-rows.ts';

/** Id of the row that records that no enquiry of an earlier release is left. */
const doneId = 'EARLIER-ENQUIRIES-ADOPTED';

/** Validity of that row in seconds, as a rollback to an earlier release is not always visible. */
const doneSeconds = 24 * 60 * 60;

const doneRow = z.object({
  /** Epoch seconds. DynamoDB deletes items some time after that. */
  expiresAt: z.int(),
  /**
   * Deployment under which the row is valid: under another, an earlier release may have written such enquiries again.
   */
  deployment: z.string(),
});

/** Attributes that enquiries of earlier releases lack. */
const laterNames = { '#status': 'status', '#sandbox': 'sandbox', '#expiresAt': 'expiresAt' };

const earlierRow = z.object({
  id: z.string(),
  submittedAt: z.iso.datetime().pipe(z.coerce.date()),
  expiresAt: z.int().optional(),
});

/** Number of enquiries of earlier releases found, and of those that have expired and are to be deleted. */
export interface AdoptedEnquiries {
  readonly adopted: number;
  readonly over: number;
}

type EarlierRow = z.infer<typeof earlierRow>;

/** Adds the missing attributes to an enquiry, unless it was deleted concurrently. */
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

/** Whether a recent scan under this deployment found no such enquiries. */
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
  // An enquiry closed before its adoption has a status.
  FilterExpression:
    'begins_with(#id, :prefix) AND (attribute_not_exists(#status) OR attribute_not_exists(#sandbox) OR attribute_not_exists(#expiresAt))',
  ProjectionExpression: '#id, #submittedAt, #expiresAt',
  ExpressionAttributeNames: { '#id': 'id', '#submittedAt': 'submittedAt', ...laterNames },
  ExpressionAttributeValues: { ':prefix': enquiryIdPrefix },
});

/** Settings of an adoption. */
export interface Adoption {
  readonly table: Table;
  /** After how many days an enquiry is deleted. */
  readonly retentionDays: number;
  /** Current time; defaults to the system's. */
  readonly now?: Date;
}

const adoptAll = async (
  { table, retentionDays, now = new Date() }: Adoption,
  rows: readonly unknown[],
): Promise<AdoptedEnquiries> => {
  // Rows without a time of submission are not enquiries.
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
 * Adds the status, by which the index finds an enquiry, and the expiry that enquiries of earlier releases lack. Scans
 * the whole table; once a scan has found none, there is no further scan under the same deployment for a day, except if
 * `deployment` is undefined, as after a restore. Throws StoreUnavailable and other errors of the SDK.
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
  // During a deployment functions of the former release may still write such enquiries, so a scan that found some does
  // not end the search.
  if (adopted === 0 && deployment !== undefined) await noteDone(table, deployment, now);
  return { adopted, over };
};

const membersOfToday = ['status', 'sandbox', 'expiresAt'];

/** Adopts the enquiries with these numbers that an earlier release wrote. Throws StoreUnavailable. */
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
