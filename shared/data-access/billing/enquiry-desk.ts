import { type Enquiry, enquiryIsOver } from '../../domain/billing/enquiry.ts';
import type { EnquirySummary } from '../../domain/billing/enquiry-summary.ts';
import { toStoreFailure } from '../errors.ts';
import { maxBatchKeys, readItems, type Table } from '../table.ts';
import {
  countEnquiries,
  type EnquirySelection,
  type OnUnreadable,
  selectedEnquiries,
} from './enquiry-index.ts';
import { enquiryId } from './enquiry-rows.ts';
import {
  type Closing,
  closeEnquiry,
  enquiryOf,
  findEnquiry,
  reopenEnquiry,
  type StatusChange,
} from './enquiry-status.ts';
import { UnreadableEnquiry } from './unreadable-enquiry.ts';

/** First enquiries of a list, and the number of further ones. */
export interface EnquiryList {
  readonly enquiries: readonly EnquirySummary[];
  readonly more: number;
}

/**
 * Operations on enquiries for the staff who answer them. Each throws StoreUnavailable, and programming errors
 * unchanged.
 */
export interface EnquiryDesk {
  /** Lists the oldest of the selected enquiries. */
  list(selection: EnquirySelection, most: number): Promise<EnquiryList>;
  count(selection: EnquirySelection): Promise<number>;
  /** Yields the selected enquiries in full, oldest first, a hundred at a time. */
  read(selection: EnquirySelection): AsyncGenerator<readonly Enquiry[]>;
  /** Finds an enquiry; undefined if there is none, as for the next two methods. Throws UnreadableEnquiry. */
  find(referenceNumber: string): Promise<Enquiry | undefined>;
  close(referenceNumber: string, closing: Closing): Promise<StatusChange | undefined>;
  reopen(referenceNumber: string): Promise<StatusChange | undefined>;
}

const failing = (operation: string) => (error: unknown) => {
  throw toStoreFailure(operation, error);
};

/** Table of enquiries; the clock defaults to the system's. */
export interface EnquiryDeskSettings {
  readonly table: Table;
  readonly now?: () => Date;
  /** Called for each enquiry omitted from a list or an export because its row cannot be read. */
  readonly onUnreadable: OnUnreadable;
}

/** One request to the desk, with its time. */
interface Question extends Omit<EnquiryDeskSettings, 'now'> {
  readonly selection: EnquirySelection;
  readonly now: Date;
}

const isUnreadable = (error: unknown): error is UnreadableEnquiry => error instanceof UnreadableEnquiry;

const readOne = (row: unknown, number: string, { now, onUnreadable }: Question): Enquiry[] => {
  try {
    const enquiry = enquiryOf(row, number);
    return enquiryIsOver(enquiry, now) ? [] : [enquiry];
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    onUnreadable(error);
    return [];
  }
};

/** Reads the current state of these enquiries, in order, without those deleted since. */
const readWhole = async (question: Question, numbers: readonly string[]): Promise<Enquiry[]> => {
  const keys = numbers.map((number) => ({ id: enquiryId(number) }));
  const rows = await readItems(question.table, keys);
  const found = new Map(rows.map((row) => [row.id, row]));
  return numbers.flatMap((number) => {
    const row = found.get(enquiryId(number));
    return row === undefined ? [] : readOne(row, number, question);
  });
};

const summaries = ({ table, selection, now, onUnreadable }: Question) =>
  selectedEnquiries(table, selection, now, onUnreadable);

async function* pagesOf(question: Question) {
  let numbers: string[] = [];
  for await (const { referenceNumber } of summaries(question)) {
    numbers.push(referenceNumber);
    if (numbers.length < maxBatchKeys) continue;
    yield await readWhole(question, numbers);
    numbers = [];
  }
  if (numbers.length > 0) yield await readWhole(question, numbers);
}

async function* whole(question: Question) {
  try {
    yield* pagesOf(question);
  } catch (error) {
    throw toStoreFailure('enquiries: read', error);
  }
}

const listOf = async (question: Question, most: number): Promise<EnquiryList> => {
  const { table, selection, now } = question;
  const enquiries: EnquirySummary[] = [];
  for await (const summary of summaries(question)) {
    if (enquiries.length === most) {
      const count = await countEnquiries(table, selection, now);
      return { enquiries, more: Math.max(count - most, 1) };
    }
    enquiries.push(summary);
  }
  return { enquiries, more: 0 };
};

/** Creates a desk for a table of enquiries. */
export const enquiryDesk = ({
  table,
  now = () => new Date(),
  onUnreadable,
}: EnquiryDeskSettings): EnquiryDesk => {
  const asked = (selection: EnquirySelection): Question => ({ table, selection, now: now(), onUnreadable });
  return {
    list: (selection, most) => listOf(asked(selection), most).catch(failing('enquiries: list')),
    count: (selection) => countEnquiries(table, selection, now()).catch(failing('enquiries: count')),
    read: (selection) => whole(asked(selection)),
    find: (referenceNumber) => findEnquiry(table, referenceNumber, now()),
    close: (referenceNumber, closing) => closeEnquiry(table, referenceNumber, closing, now()),
    reopen: (referenceNumber) => reopenEnquiry(table, referenceNumber, now()),
  };
};
