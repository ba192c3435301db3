import { paginateQuery, paginateScan, type QueryCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type Enquiry,
  type EnquiryStatus,
  type EnquirySummary,
  enquiriesByStatus,
  enquiry,
  enquiryHasExpired,
  enquiryStatuses,
  enquirySummary,
  indexStatusOf,
} from '../../domain/billing/enquiry.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { isConditionFailure, storeCall } from '../errors.ts';
import { maxBatchKeys, readItem, readItems, type Table } from '../table.ts';
import { enquiryId, enquiryIdPrefix, epochSeconds } from './enquiry-repository.ts';

/** Selection of enquiries. Without criteria, all enquiries that have not expired are selected. */
export interface EnquirySelection {
  readonly status?: EnquiryStatus;
  /** Earliest time of submission, inclusive. */
  readonly since?: Date;
  /** Latest time of submission, exclusive. */
  readonly until?: Date;
  /** Whether to select enquiries sent with sandbox keys instead of real enquiries. */
  readonly sandbox: boolean;
}

export type EnquiryPosition = Pick<EnquirySummary, 'submittedAt' | 'referenceNumber'>;

/** Result of closing or reopening an enquiry: `unchanged` if it already had the status. */
export interface StatusChange {
  readonly outcome: 'changed' | 'unchanged';
  readonly enquiry: Enquiry;
}

class UnreadableEnquiry extends Error {
  override readonly name = 'UnreadableEnquiry';
  readonly referenceNumber: string;
  /** The message names the invalid attributes, never their values. */
  constructor(id: string, { issues }: z.core.$ZodError) {
    super(`the row ${id} cannot be read: ${issues.map(({ path }) => path.join('.')).join(', ')}`);
    this.referenceNumber = id.slice(enquiryIdPrefix.length);
  }
}

interface EnquiryDeskSettings {
  readonly table: Table;
  readonly now?: () => Date;
  /** Called for each selected enquiry that is omitted because its row cannot be read. */
  readonly onUnreadable: (error: UnreadableEnquiry) => void;
}

/**
 * Creates the repository of the staff who answer enquiries. Lists come from the index, which lags by about a second.
 * Operations throw StoreUnavailable.
 */
export const enquiryDesk = ({ table, now = () => new Date(), onUnreadable }: EnquiryDeskSettings) => {
  const { client, tableName } = table;

  /** Reads summaries of the selected enquiries, oldest first. */
  const summaries = async (selection: EnquirySelection, at: Date): Promise<readonly EnquirySummary[]> => {
    const { since, until } = selection;
    // DynamoDB rejects reversed bounds, which a cursor after `until` would cause.
    if (since && until && since >= until) return [];
    // Keyed by number, because an enquiry that is closed while the index is read may be found under both statuses.
    const found = new Map<string, EnquirySummary>();
    const statuses = selection.status === undefined ? enquiryStatuses : [selection.status];
    for (const status of statuses)
      for await (const { Items = [] } of paginateQuery({ client }, queryOf(tableName, status, selection, at)))
        for (const row of Items) {
          const { data, error } = enquirySummary.safeParse(row);
          if (data) found.set(data.referenceNumber, data);
          else onUnreadable(new UnreadableEnquiry(String(row.id), error));
        }
    return [...found.values()].sort(byPosition);
  };

  /** Reads the current state of these enquiries, in order. Omits enquiries that were deleted or have expired. */
  const readEnquiries = async (numbers: readonly string[], at: Date): Promise<readonly Enquiry[]> => {
    const keys = numbers.map((number) => ({ id: enquiryId(number) }));
    const found = new Map((await readItems(table, keys)).map((row) => [row.id, row]));
    const rows = keys.map(({ id }) => found.get(id)).filter((row) => row !== undefined);
    return rows.flatMap((row) => {
      const { data, error } = enquiry.safeParse(row);
      if (!data) onUnreadable(new UnreadableEnquiry(String(row.id), error));
      return data && !enquiryHasExpired(data, at) ? [data] : [];
    });
  };

  /** Finds an enquiry; undefined if there is none. Throws UnreadableEnquiry. */
  const find = async (referenceNumber: string): Promise<Enquiry | undefined> => {
    const id = enquiryId(referenceNumber);
    const row = await readItem(table, 'enquiries: find', { id });
    if (row === undefined) return undefined;
    const { data, error } = enquiry.safeParse(row);
    if (!data) throw new UnreadableEnquiry(id, error);
    return enquiryHasExpired(data, now()) ? undefined : data;
  };

  /**
   * Changes a status with an update expression and its values. Reads the enquiry first, because its index partition
   * depends on whether it was sent with a sandbox key.
   */
  const changeStatus = async (
    referenceNumber: string,
    UpdateExpression: string,
    values: { readonly ':status': EnquiryStatus; readonly [name: string]: string },
  ): Promise<StatusChange | undefined> => {
    const { ':status': status } = values;
    const before = await find(referenceNumber);
    if (before === undefined) return undefined;
    const update = new UpdateCommand({
      TableName: tableName,
      Key: { id: enquiryId(referenceNumber) },
      UpdateExpression,
      ConditionExpression: 'attribute_exists(id) AND expiresAt > :now AND #status <> :status',
      // `status` is a reserved word.
      ExpressionAttributeNames: { '#status': 'status', '#partition': partition },
      ExpressionAttributeValues: {
        ...values,
        ':partition': indexStatusOf({ ...before, status }),
        ':now': epochSeconds(now()),
      },
    });
    let outcome: StatusChange['outcome'] = 'changed';
    try {
      await storeCall('enquiries: change', () => client.send(update), isConditionFailure);
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      outcome = 'unchanged';
    }
    const changed = await find(referenceNumber);
    return changed && { outcome, enquiry: changed };
  };

  return {
    find,

    /** Returns up to `limit` enquiries after a position, oldest first, and the number after them (`more`). */
    list: (selection: EnquirySelection, limit: number, after?: EnquiryPosition) =>
      storeCall('enquiries: list', async () => {
        const since = after ? laterOf(new Date(after.submittedAt), selection.since) : selection.since;
        const found = await summaries({ ...selection, ...(since && { since }) }, now());
        return pageOf(found, limit, after);
      }),

    /**
     * Yields the selected enquiries in full, oldest first, 100 at a time. First awaits `onSelected` with their number,
     * and rethrows its errors.
     */
    async *read(
      selection: EnquirySelection,
      onSelected: (count: number) => Promise<void> = async () => {},
    ): AsyncGenerator<readonly Enquiry[]> {
      const startedAt = now();
      const read = <T>(call: () => Promise<T>) => storeCall('enquiries: read', call);
      const selected = await read(() => summaries(selection, startedAt));
      await onSelected(selected.length);
      const numbers = selected.map(({ referenceNumber }) => referenceNumber);
      for (let start = 0; start < numbers.length; start += maxBatchKeys)
        yield await read(() => readEnquiries(numbers.slice(start, start + maxBatchKeys), startedAt));
    },

    /**
     * Finds up to `limit` enquiries with this address after a position, oldest first, including those sent with sandbox
     * keys. Scans the table, because an index would be another copy of personal data. Every page has all `unreadable`
     * numbers.
     */
    findByEmail: (email: string, limit: number, after?: EnquiryPosition) =>
      storeCall('enquiries: find by email', async () => {
        const wanted = normaliseEmail(email);
        const found: Enquiry[] = [];
        const unreadable: string[] = [];
        const scan = {
          TableName: tableName,
          ConsistentRead: true,
          // Includes rows whose expiry is invalid.
          FilterExpression: 'begins_with(id, :prefix) AND NOT expiresAt <= :now',
          ExpressionAttributeValues: { ':prefix': enquiryIdPrefix, ':now': epochSeconds(now()) },
        };
        for await (const { Items = [] } of paginateScan({ client }, scan))
          for (const row of Items) {
            const address = addressedRow.safeParse(row);
            // DynamoDB's comparisons are case-sensitive, so addresses are compared here.
            if (address.success && normaliseEmail(address.data.email) !== wanted) continue;
            const { data, error } = enquiry.safeParse(row);
            if (data) {
              found.push(data);
              continue;
            }
            const failure = new UnreadableEnquiry(String(row.id), error);
            onUnreadable(failure);
            if (address.success) unreadable.push(failure.referenceNumber);
          }
        return { ...pageOf(found.sort(byPosition), limit, after), unreadable };
      }),

    /** Closes an enquiry as this user; returns undefined if the enquiry does not exist. Throws UnreadableEnquiry. */
    async close(
      referenceNumber: string,
      { by, note }: { readonly by: string; readonly note?: string | undefined },
    ) {
      const closedAt = now().toISOString();
      const noteClause = note === undefined ? ' REMOVE closingNote' : ', closingNote = :note';
      const change = await changeStatus(
        referenceNumber,
        `SET #status = :status, #partition = :partition, closedAt = :at, closedBy = :by${noteClause}`,
        { ':status': 'CLOSED', ':at': closedAt, ':by': by, ...(note !== undefined && { ':note': note }) },
      );
      // If a response was lost, the SDK's retry finds the enquiry already closed by its own first attempt.
      const isOwn = change?.enquiry.closedAt === closedAt && change.enquiry.closedBy === by;
      return isOwn ? { ...change, outcome: 'changed' as const } : change;
    },

    /** Reopens an enquiry; undefined if it does not exist. Throws UnreadableEnquiry. */
    reopen: (referenceNumber: string) =>
      changeStatus(
        referenceNumber,
        'SET #status = :status, #partition = :partition REMOVE closedAt, closedBy, closingNote',
        { ':status': 'OPEN' },
      ),
  };
};

const addressedRow = z.object({ email: z.string() });

/** Normalises an email address, because senders write the same address in several ways, and providers ignore case. */
const normaliseEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

const byPosition = (one: EnquiryPosition, other: EnquiryPosition): number =>
  byCodeUnit(one.submittedAt, other.submittedAt) || byCodeUnit(one.referenceNumber, other.referenceNumber);

/** Returns the first sorted enquiries after a position, and the number of enquiries after them. */
const pageOf = <T extends EnquiryPosition>(sorted: readonly T[], limit: number, after?: EnquiryPosition) => {
  const rest = sorted.filter((each) => !after || byPosition(each, after) > 0);
  const enquiries = rest.slice(0, limit);
  return { enquiries, more: rest.length - enquiries.length };
};

const laterOf = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one);

const { name: IndexName, partition, sort } = enquiriesByStatus;

const queryOf = (
  tableName: string,
  status: EnquiryStatus,
  { since, until, sandbox }: EnquirySelection,
  now: Date,
): QueryCommandInput => ({
  TableName: tableName,
  IndexName,
  KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :first AND :last',
  FilterExpression: '#expiresAt > :now',
  ExpressionAttributeNames: { '#partition': partition, '#sort': sort, '#expiresAt': 'expiresAt' },
  ExpressionAttributeValues: {
    ':partition': indexStatusOf({ status, sandbox }),
    // Times are strings with millisecond resolution, and BETWEEN is inclusive.
    ':first': since?.toISOString() ?? '0',
    ':last': until === undefined ? '9999' : new Date(until.getTime() - 1).toISOString(),
    ':now': epochSeconds(now),
  },
});
