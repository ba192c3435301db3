import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type EnquiryStatus,
  type EnquirySummary,
  enquiriesByStatus,
  enquiryStatuses,
  enquirySummary,
} from '../../domain/billing/enquiry.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import type { Table } from '../table.ts';
import { epochSeconds, UnreadableEnquiry } from './enquiry-rows.ts';

/** Selection of enquiries; without criteria all that have not expired. */
export interface EnquirySelection {
  readonly status?: EnquiryStatus;
  /** Earliest time of submission, inclusive. */
  readonly since?: Date;
  /** Latest time of submission, exclusive. */
  readonly until?: Date;
  /** Whether to select enquiries of sandbox keys instead of real ones. */
  readonly sandbox: boolean;
}

/** Called for each row that cannot be read, which is omitted. */
export type OnUnreadable = (error: UnreadableEnquiry) => void;

/**
 * Yields the selected enquiries, each once, oldest first, read from the index in pages. The index follows the table
 * within a second or so. Throws errors of the SDK.
 */
export const selectedEnquiries = (
  table: Table,
  selection: EnquirySelection,
  now: Date,
  onUnreadable: OnUnreadable,
): AsyncGenerator<EnquirySummary> =>
  withoutRepeats(
    statusesOf(selection)
      .map((status) => readSummaries(table, queryOf(table.tableName, status, selection, now), onUnreadable))
      .reduce(mergeByTime, nothing()),
  );

/** Counts the selected enquiries. Throws errors of the SDK. */
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
  FilterExpression: '#sandbox = :sandbox AND #expiresAt > :now',
  ExpressionAttributeNames: {
    '#partition': partition,
    '#sort': sort,
    '#sandbox': 'sandbox',
    '#expiresAt': 'expiresAt',
  },
  ExpressionAttributeValues: {
    ':status': status,
    // Times are texts in one format, to the millisecond; BETWEEN includes both ends.
    ':first': since?.toISOString() ?? '0',
    ':last': until === undefined ? '9999' : new Date(until.getTime() - 1).toISOString(),
    ':sandbox': sandbox,
    ':now': epochSeconds(now),
  },
});

const statusesOf = ({ status }: EnquirySelection): readonly EnquiryStatus[] =>
  status === undefined ? enquiryStatuses : [status];

const keyed = z.object({ id: z.string() });

const summaryOf = (row: unknown, onUnreadable: OnUnreadable): EnquirySummary[] => {
  const { data, error } = enquirySummary.safeParse(row);
  if (data) return [data];
  onUnreadable(new UnreadableEnquiry(keyed.safeParse(row).data?.id ?? '', error));
  return [];
};

async function* readSummaries({ client }: Table, query: QueryCommandInput, onUnreadable: OnUnreadable) {
  for await (const { Items = [] } of paginateQuery({ client }, query))
    yield* Items.flatMap((row) => summaryOf(row, onUnreadable));
}

const isBefore = (one: EnquirySummary, other: EnquirySummary): boolean =>
  byCodeUnit(one.submittedAt, other.submittedAt) <= 0;

/** Merges two sequences, each ordered by time, holding one page of each. */
async function* mergeByTime(
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

async function* nothing(): AsyncGenerator<EnquirySummary> {}

/**
 * Removes repeated enquiries: one that is closed while the index is read appears in both of its parts, with the same
 * time.
 */
async function* withoutRepeats(ordered: AsyncGenerator<EnquirySummary>): AsyncGenerator<EnquirySummary> {
  let time: string | undefined;
  const numbers = new Set<string>();
  for await (const summary of ordered) {
    if (summary.submittedAt !== time) numbers.clear();
    time = summary.submittedAt;
    if (numbers.has(summary.referenceNumber)) continue;
    numbers.add(summary.referenceNumber);
    yield summary;
  }
}
