import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type EnquiryStatus, enquiryStatuses } from '../../domain/billing/enquiry.ts';
import {
  type EnquirySummary,
  enquiriesByStatus,
  enquirySummary,
} from '../../domain/billing/enquiry-summary.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import type { Table } from '../table.ts';
import { epochSeconds } from './enquiry-rows.ts';
import { UnreadableEnquiry } from './unreadable-enquiry.ts';

/** Which enquiries somebody asks for: all of them where nothing else is said, but none whose time is over. */
export interface EnquirySelection {
  readonly status?: EnquiryStatus;
  /** Submitted then or later. */
  readonly since?: Date;
  /** Submitted before. */
  readonly until?: Date;
  /** Those of tests in the place of the others. */
  readonly sandbox: boolean;
}

const { name: IndexName, partition, sort } = enquiriesByStatus;

const queryOf = (
  tableName: string,
  status: EnquiryStatus,
  { since, until, sandbox }: EnquirySelection,
  now: Date,
): QueryCommandInput => ({
  TableName: tableName,
  IndexName,
  KeyConditionExpression: '#partition = :status AND #sort BETWEEN :first AND :last',
  FilterExpression: '#sandbox = :sandbox AND (attribute_not_exists(#expiresAt) OR #expiresAt > :now)',
  ExpressionAttributeNames: {
    '#partition': partition,
    '#sort': sort,
    '#sandbox': 'sandbox',
    '#expiresAt': 'expiresAt',
  },
  ExpressionAttributeValues: {
    ':status': status,
    // Instants are texts of one form, in milliseconds; both ends belong to what BETWEEN finds.
    ':first': since?.toISOString() ?? '0',
    ':last': until === undefined ? '9999' : new Date(until.getTime() - 1).toISOString(),
    ':sandbox': sandbox,
    ':now': epochSeconds(now),
  },
});

const statusesOf = ({ status }: EnquirySelection): readonly EnquiryStatus[] =>
  status === undefined ? enquiryStatuses : [status];

/** Is told of a row that is not what this release writes, which is left out. */
export type OnUnreadable = (error: UnreadableEnquiry) => void;

const keyed = z.object({ id: z.string() });

const summaryOf = (row: unknown, onUnreadable: OnUnreadable): EnquirySummary[] => {
  const { data, error } = enquirySummary.safeParse(row);
  if (data) return [data];
  onUnreadable(new UnreadableEnquiry(keyed.safeParse(row).data?.id ?? '', error));
  return [];
};

async function* summariesOf({ client }: Table, query: QueryCommandInput, onUnreadable: OnUnreadable) {
  for await (const { Items = [] } of paginateQuery({ client }, query))
    yield* Items.flatMap((row) => summaryOf(row, onUnreadable));
}

const isBefore = (one: EnquirySummary, other: EnquirySummary): boolean =>
  byCodeUnit(one.submittedAt, other.submittedAt) <= 0;

/** Puts two ordered lists together in order, holding a page of each. */
async function* inOrder(
  ones: AsyncGenerator<EnquirySummary>,
  others: AsyncGenerator<EnquirySummary>,
): AsyncGenerator<EnquirySummary> {
  let [one, other] = [await ones.next(), await others.next()];
  while (!one.done || !other.done) {
    if (!one.done && (other.done || isBefore(one.value, other.value))) {
      yield one.value;
      one = await ones.next();
    } else if (!other.done) {
      yield other.value;
      other = await others.next();
    }
  }
}

async function* none(): AsyncGenerator<EnquirySummary> {}

/** Leaves out what comes again: one that is closed while the index is read is in both of its parts, at the same time. */
async function* once(ordered: AsyncGenerator<EnquirySummary>): AsyncGenerator<EnquirySummary> {
  let instant: string | undefined;
  const numbers = new Set<string>();
  for await (const summary of ordered) {
    if (summary.submittedAt !== instant) numbers.clear();
    instant = summary.submittedAt;
    if (numbers.has(summary.referenceNumber)) continue;
    numbers.add(summary.referenceNumber);
    yield summary;
  }
}

/**
 * The selected enquiries, each once, oldest first, a page of the index at a time. The index follows the table within a second or
 * so. Throws what the SDK throws.
 */
export const selectedEnquiries = (
  table: Table,
  selection: EnquirySelection,
  now: Date,
  onUnreadable: OnUnreadable,
): AsyncGenerator<EnquirySummary> =>
  once(
    statusesOf(selection)
      .map((status) => summariesOf(table, queryOf(table.tableName, status, selection, now), onUnreadable))
      .reduce(inOrder, none()),
  );

/** How many there are. Throws what the SDK throws. */
export const countEnquiries = async (
  { client, tableName }: Table,
  selection: EnquirySelection,
  now: Date,
): Promise<number> => {
  let count = 0;
  for (const status of statusesOf(selection)) {
    const query: QueryCommandInput = { ...queryOf(tableName, status, selection, now), Select: 'COUNT' };
    for await (const { Count = 0 } of paginateQuery({ client }, query)) count += Count;
  }
  return count;
};
