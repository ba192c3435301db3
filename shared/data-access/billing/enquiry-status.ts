import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Enquiry, type EnquiryStatus, enquiry, enquiryIsOver } from '../../domain/billing/enquiry.ts';
import { isConditionFailure, storeCall } from '../errors.ts';
import type { Table } from '../table.ts';
import { enquiryId, epochSeconds } from './enquiry-rows.ts';
import { UnreadableEnquiry } from './unreadable-enquiry.ts';

/** Parses the row of an enquiry. Throws UnreadableEnquiry. */
export const enquiryOf = (row: unknown, referenceNumber: string): Enquiry => {
  const { data, error } = enquiry.safeParse(row);
  if (data) return data;
  throw new UnreadableEnquiry(enquiryId(referenceNumber), error);
};

/**
 * Reads the enquiry with this number; undefined if there is none, or it has expired. Throws StoreUnavailable,
 * UnreadableEnquiry.
 */
export const findEnquiry = async (
  { client, tableName }: Table,
  referenceNumber: string,
  now: Date,
): Promise<Enquiry | undefined> => {
  const get = new GetCommand({
    TableName: tableName,
    Key: { id: enquiryId(referenceNumber) },
    ConsistentRead: true,
  });
  const { Item } = await storeCall('enquiries: find', () => client.send(get));
  const found = Item && enquiryOf(Item, referenceNumber);
  return found && !enquiryIsOver(found, now) ? found : undefined;
};

/** User who closes an enquiry, and their note. */
export interface Closing {
  readonly by: string;
  readonly note?: string | undefined;
}

/** Result of closing or reopening: `unchanged` if the enquiry already had the status. */
export interface StatusChange {
  readonly outcome: 'changed' | 'unchanged';
  readonly enquiry: Enquiry;
}

type Change = Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression'> & {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
};

const closingNames = {
  '#closedAt': 'closedAt',
  '#closedBy': 'closedBy',
  '#closingNote': 'closingNote',
};

const toClose = ({ by, note }: Closing, now: Date): Change => ({
  UpdateExpression:
    'SET #status = :to, #closedAt = :at, #closedBy = :by' +
    (note === undefined ? ' REMOVE #closingNote' : ', #closingNote = :note'),
  ConditionExpression: '#status <> :to',
  names: closingNames,
  values: { ':at': now.toISOString(), ':by': by, ...(note !== undefined && { ':note': note }) },
});

const toReopen: Change = {
  UpdateExpression: 'SET #status = :to REMOVE #closedAt, #closedBy, #closingNote',
  ConditionExpression: '#status <> :to',
  names: closingNames,
  values: {},
};

const changeStatus = async (
  { client, tableName }: Table,
  referenceNumber: string,
  to: EnquiryStatus,
  { UpdateExpression, ConditionExpression, names, values }: Change,
  now: Date,
): Promise<StatusChange['outcome']> => {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: { id: enquiryId(referenceNumber) },
    UpdateExpression,
    ConditionExpression: `attribute_exists(#id) AND #expiresAt > :now AND ${ConditionExpression}`,
    ExpressionAttributeNames: { ...names, '#id': 'id', '#status': 'status', '#expiresAt': 'expiresAt' },
    ExpressionAttributeValues: { ...values, ':to': to, ':now': epochSeconds(now) },
  });
  try {
    await storeCall(`enquiries: ${to}`, () => client.send(update), isConditionFailure);
    return 'changed';
  } catch (error) {
    if (isConditionFailure(error)) return 'unchanged';
    throw error;
  }
};

/**
 * Closes an enquiry; a closed one is left unchanged. Undefined if there is none. Throws StoreUnavailable,
 * UnreadableEnquiry.
 */
export const closeEnquiry = async (
  table: Table,
  referenceNumber: string,
  closing: Closing,
  now: Date,
): Promise<StatusChange | undefined> => {
  const outcome = await changeStatus(table, referenceNumber, 'CLOSED', toClose(closing, now), now);
  const found = await findEnquiry(table, referenceNumber, now);
  if (!found) return undefined;
  // The SDK repeats a change whose answer was lost, which then finds its own result.
  const isOwn = found.closedAt === now.toISOString() && found.closedBy === closing.by;
  return { outcome: isOwn ? 'changed' : outcome, enquiry: found };
};

/** Reopens a closed enquiry. Undefined if there is none. Throws StoreUnavailable, UnreadableEnquiry. */
export const reopenEnquiry = async (
  table: Table,
  referenceNumber: string,
  now: Date,
): Promise<StatusChange | undefined> => {
  const outcome = await changeStatus(table, referenceNumber, 'OPEN', toReopen, now);
  const found = await findEnquiry(table, referenceNumber, now);
  return found && { outcome, enquiry: found };
};
