import { randomBytes } from 'node:crypto';
import { paginateQuery, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type EnquiryAction, type EnquiryEvent, enquiryEvent } from '../../domain/billing/enquiry.ts';
import { toCrockford } from '../../domain/crockford-base32.ts';
import { storeCall } from '../errors.ts';
import { readRows, type Table } from '../table.ts';

/** Partition for entries about enquiries. The other partitions are key ids, which have 12 lower-case characters. */
export const enquiryTrailPartition = 'ENQUIRIES';

export type NewEnquiryEvent = Omit<EnquiryEvent, 'event' | 'at'>;

/** Returns the unique name of an audit trail entry. Its 80 random bits differ even if two times are equal. */
export const trailEventName = (at: string): string => `${at}#${toCrockford(randomBytes(10)).toLowerCase()}`;

/** Builds the write of an entry, for a transaction. It never replaces another entry. */
export const putEnquiryEvent = (tableName: string, entry: NewEnquiryEvent, time: Date) => {
  const at = time.toISOString();
  const event = trailEventName(at);
  return {
    Put: {
      TableName: tableName,
      Item: { keyId: enquiryTrailPartition, ...enquiryEvent.parse({ ...entry, event, at }) },
      ConditionExpression: 'attribute_not_exists(keyId)',
    },
  };
};

/** Records that somebody read enquiries. Throws StoreUnavailable. */
export const recordReading = async (
  { client, tableName }: Table,
  entry: NewEnquiryEvent & { readonly action: Exclude<EnquiryAction, 'ERASED'> },
): Promise<void> => {
  // A transaction is used, as for every write to this table.
  const command = new TransactWriteCommand({
    TransactItems: [putEnquiryEvent(tableName, entry, new Date())],
  });
  await storeCall('enquiry events: write', () => client.send(command));
};

/** Selection of entries. Without criteria, all entries are selected. */
export interface EnquiryEventSelection {
  readonly action?: EnquiryAction | undefined;
  /** Earliest time, inclusive. */
  readonly since?: Date | undefined;
}

/**
 * Returns up to `limit` entries after the event `after`, oldest first, and the number after them (`more`). Unreadable
 * entries are logged and omitted. Throws StoreUnavailable.
 */
export const listEnquiryEvents = async (
  table: Table,
  selection: EnquiryEventSelection,
  limit: number,
  after?: string,
) => {
  const found = await readEvents(table, selection, after);
  const entries = found.slice(0, limit);
  return { entries, more: found.length - entries.length };
};

/** Returns the reference numbers of all enquiries that were ever erased. Throws StoreUnavailable. */
export const erasedNumbers = async (table: Table): Promise<readonly string[]> => {
  const erasures = await readEvents(table, { action: 'ERASED' });
  return erasures.flatMap(({ details }) => details.referenceNumbers ?? []);
};

const readEvents = async (
  { client, tableName: TableName }: Table,
  { action, since }: EnquiryEventSelection,
  after = '',
): Promise<readonly EnquiryEvent[]> => {
  // A time sorts before the entries with that time, because their names begin with it.
  const from = since?.toISOString() ?? '0';
  const query = {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'keyId = :partition AND #event > :after',
    ...(action && { FilterExpression: '#action = :action' }),
    ExpressionAttributeNames: { '#event': 'event', ...(action && { '#action': 'action' }) },
    ExpressionAttributeValues: {
      ':partition': enquiryTrailPartition,
      ':after': after > from ? after : from,
      ...(action && { ':action': action }),
    },
  };
  const pages = paginateQuery({ client }, query);
  const { rows } = await readRows('enquiry events: list', enquiryEvent, pages, ({ event }) => String(event));
  return rows;
};
