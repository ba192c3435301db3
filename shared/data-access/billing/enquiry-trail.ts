import { randomBytes } from 'node:crypto';
import { paginateQuery, type QueryCommandInput, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type EnquiryAction, type EnquiryEvent, enquiryEvent } from '../../domain/billing/enquiry.ts';
import { toCrockford } from '../../domain/crockford-base32.ts';
import { storeCall } from '../errors.ts';
import { parseRow, type Table } from '../table.ts';

/**
 * Partition for entries about enquiries in the audit trail's table, which is append-only. The names of all other
 * partitions are key ids, which have 12 lower-case characters.
 */
export const enquiryTrailPartition = 'ENQUIRIES';

export type NewEnquiryEvent = Omit<EnquiryEvent, 'event' | 'at'>;

/** Builds the write of an entry, for a transaction. It never replaces another entry. */
export const putEnquiryEvent = (tableName: string, entry: NewEnquiryEvent, time: Date) => {
  const at = time.toISOString();
  // 80 random bits, so that two entries never share a name, regardless of the clock.
  const event = `${at}#${toCrockford(randomBytes(10)).toLowerCase()}`;
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
 * Returns up to `limit` matching entries after the event `after`, oldest first, and the number of entries that remain
 * (`more`). Entries that cannot be read are logged and omitted. Throws StoreUnavailable.
 */
export const listEnquiryEvents = (
  { client, tableName }: Table,
  selection: EnquiryEventSelection,
  limit: number,
  after?: string,
): Promise<{ readonly entries: readonly EnquiryEvent[]; readonly more: number }> =>
  storeCall('enquiry events: list', async () => {
    const entries: EnquiryEvent[] = [];
    let rows = 0;
    const query = queryOf(tableName, selection, after);
    for await (const { Items = [] } of paginateQuery({ client }, query)) {
      for (const row of Items) {
        const entry = parseRow(enquiryEvent, row, String(row.event));
        if (entry && entries.length < limit) entries.push(entry);
        if (entry) rows += 1;
      }
      if (rows > limit) break;
    }
    const last = entries.at(-1);
    if (!last || rows <= limit) return { entries, more: 0 };
    let more = 0;
    const rest: QueryCommandInput = { ...queryOf(tableName, selection, last.event), Select: 'COUNT' };
    for await (const { Count = 0 } of paginateQuery({ client }, rest)) more += Count;
    return { entries, more };
  });

/** Yields the reference numbers of all enquiries that were ever erased. Throws StoreUnavailable. */
export async function* erasedNumbers({ client, tableName }: Table): AsyncGenerator<string> {
  const pages = paginateQuery({ client }, queryOf(tableName, { action: 'ERASED' }));
  for await (const { Items = [] } of pages)
    for (const row of Items)
      yield* parseRow(enquiryEvent, row, String(row.event))?.details.referenceNumbers ?? [];
}

const queryOf = (
  TableName: string,
  { action, since }: EnquiryEventSelection,
  after = '',
): QueryCommandInput => {
  // A time sorts before the entries with that time, because their names begin with it.
  const from = since?.toISOString() ?? '0';
  return {
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
};
