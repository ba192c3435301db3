import { randomBytes as systemRandomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import {
  type Enquiry,
  type EnquiryRepository,
  type EnquiryStatus,
  type EnquirySummary,
  enquiryHasExpired,
  IdempotencyKeyReused,
} from '../../domain/billing/enquiry.ts';
import { createReferenceNumber } from '../../domain/billing/reference-number.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { isConditionFailure, storeCall, toStoreFailure } from '../errors.ts';
import { storeDeadline } from '../retry.ts';
import { attributeUpdate, maxBatchKeys, parseRow, readItems, type Table } from '../table.ts';
import {
  countEnquiries,
  type EnquirySelection,
  type OnUnreadable,
  selectedEnquiries,
} from './enquiry-index.ts';
import {
  bodyHashOf,
  enquiryId,
  epochSeconds,
  idempotencyId,
  idempotencyRow,
  parseEnquiry,
  type Submission,
  submissionMark,
  toEnquiryRow,
  toIdempotencyRow,
  UnreadableEnquiry,
} from './enquiry-rows.ts';

/** Table of enquiries; clock and random source default to the system's. */
export interface EnquiryRepositorySettings {
  readonly table: Table;
  /** Days after which an enquiry is deleted. */
  readonly retentionDays: number;
  readonly now?: () => Date;
  readonly randomBytes?: RandomBytes;
}

/** Creates the repository that clients submit enquiries to; a returned number is durably stored. */
export const enquiryRepository = (settings: EnquiryRepositorySettings): EnquiryRepository => {
  const { table, now = () => new Date(), randomBytes = systemRandomBytes } = settings;
  return {
    async submit(client, text, { idempotencyKey, sandbox = false } = {}) {
      const token = Buffer.from(randomBytes(16)).toString('hex');
      const { retentionDays } = settings;
      const submittedAt = now();
      const submission = { token, client, text, submittedAt, idempotencyKey, sandbox, retentionDays };
      const abortSignal = storeDeadline();
      for (let attempt = 0; attempt < maxNumbers; attempt++) {
        const number = createReferenceNumber(randomBytes);
        const stored = await storeEnquiry(table, submission, number, abortSignal);
        if (stored !== undefined) return stored;
      }
      throw new StoreUnavailable('enquiries: submit');
    },
  };
};

/** First enquiries of a list, and the number of further ones. */
export interface EnquiryList {
  readonly enquiries: readonly EnquirySummary[];
  readonly more: number;
}

/** User who closes an enquiry, and their note. */
interface Closing {
  readonly by: string;
  readonly note?: string | undefined;
}

/** Result of closing or reopening: `unchanged` if the enquiry already had the status. */
export interface StatusChange {
  readonly outcome: 'changed' | 'unchanged';
  readonly enquiry: Enquiry;
}

/** Enquiries for the staff who answer them. Each operation throws StoreUnavailable, and programming errors unchanged. */
export interface EnquiryDesk {
  /** Lists the oldest of the selected enquiries, at most `limit`. */
  list(selection: EnquirySelection, limit: number): Promise<EnquiryList>;
  count(selection: EnquirySelection): Promise<number>;
  /** Yields the selected enquiries in full, oldest first, a hundred at a time. */
  read(selection: EnquirySelection): AsyncGenerator<readonly Enquiry[]>;
  /** Finds an enquiry; undefined if there is none, as for the next two methods. Throws UnreadableEnquiry. */
  find(referenceNumber: string): Promise<Enquiry | undefined>;
  close(referenceNumber: string, closing: Closing): Promise<StatusChange | undefined>;
  reopen(referenceNumber: string): Promise<StatusChange | undefined>;
}

/** Table of enquiries; the clock defaults to the system's. */
interface EnquiryDeskSettings {
  readonly table: Table;
  readonly now?: () => Date;
  /** Called for each enquiry omitted from a list or an export because its row cannot be read. */
  readonly onUnreadable: OnUnreadable;
}

/** Creates the desk at a table of enquiries. */
export const enquiryDesk = ({
  table,
  now = () => new Date(),
  onUnreadable,
}: EnquiryDeskSettings): EnquiryDesk => {
  const summaries = (selection: EnquirySelection, at: Date) =>
    selectedEnquiries(table, selection, at, onUnreadable);

  const list = async (selection: EnquirySelection, limit: number): Promise<EnquiryList> => {
    const startedAt = now();
    const enquiries: EnquirySummary[] = [];
    for await (const summary of summaries(selection, startedAt)) {
      if (enquiries.length === limit) {
        const count = await countEnquiries(table, selection, startedAt);
        return { enquiries, more: Math.max(count - limit, 1) };
      }
      enquiries.push(summary);
    }
    return { enquiries, more: 0 };
  };

  async function* read(selection: EnquirySelection): AsyncGenerator<readonly Enquiry[]> {
    const startedAt = now();
    const readBatch = (numbers: readonly string[]) => readEnquiries(table, numbers, startedAt, onUnreadable);
    try {
      let numbers: string[] = [];
      for await (const { referenceNumber } of summaries(selection, startedAt)) {
        numbers.push(referenceNumber);
        if (numbers.length < maxBatchKeys) continue;
        yield await readBatch(numbers);
        numbers = [];
      }
      if (numbers.length > 0) yield await readBatch(numbers);
    } catch (error) {
      throw toStoreFailure('enquiries: read', error);
    }
  }

  return {
    list: (selection, limit) => storeCall('enquiries: list', () => list(selection, limit)),
    count: (selection) => storeCall('enquiries: count', () => countEnquiries(table, selection, now())),
    read,
    find: (referenceNumber) => findEnquiry(table, referenceNumber, now()),
    close: (referenceNumber, closing) => closeEnquiry(table, referenceNumber, closing, now()),
    reopen: (referenceNumber) => reopenEnquiry(table, referenceNumber, now()),
  };
};

/** Attempts to find a free number; with 60 random bits, even a second collision indicates another fault. */
const maxNumbers = 3;

/**
 * Stores an enquiry under a number. Returns that number, or the one returned for the idempotency key before; undefined
 * if the number belongs to another enquiry. Throws StoreUnavailable, IdempotencyKeyReused.
 */
const storeEnquiry = async (
  table: Table,
  submission: Submission,
  number: string,
  abortSignal: AbortSignal,
): Promise<string | undefined> => {
  const outcome = await writeEnquiry(table, submission, number, abortSignal);
  if (outcome === 'stored') return number;
  if (outcome === 'key taken') return earlierNumber(table, submission, abortSignal);
  // The SDK repeats a write whose response was lost; it then finds its own enquiry.
  const row = await readBack(table, enquiryId(number), submissionMark, abortSignal);
  return submissionMark.safeParse(row).data?.submissionToken === submission.token ? number : undefined;
};

/** Returns the number given for the idempotency key before; undefined if it has expired since. */
const earlierNumber = async (table: Table, submission: Submission, abortSignal: AbortSignal) => {
  const id = idempotencyId(submission);
  const row = await readBack(table, id, idempotencyRow, abortSignal);
  const earlier = row && parseRow(idempotencyRow, row, id);
  if (
    earlier &&
    earlier.submissionToken !== submission.token &&
    earlier.bodyHash !== bodyHashOf(submission.text)
  ) {
    throw new IdempotencyKeyReused('The key has already been used with a different body.');
  }
  return earlier?.referenceNumber;
};

/** Reads only the attributes in the schema, because a retry has no use for the others, which are personal data. */
const readBack = async (
  { client, tableName }: Table,
  id: string,
  { shape }: z.ZodMiniObject,
  abortSignal: AbortSignal,
) => {
  const attributes = Object.keys(shape);
  const get = new GetCommand({
    TableName: tableName,
    Key: { id },
    ConsistentRead: true,
    ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
  });
  const { Item } = await storeCall('enquiries: read back', () => client.send(get, { abortSignal }));
  return Item;
};

/** Outcome of an attempt to store an enquiry, whose number or idempotency key may already be taken. */
type WriteOutcome = 'stored' | 'number taken' | 'key taken';

/** Attempts while other requests use the same idempotency key, because their outcome determines this one. */
const maxConflicts = 5;
const firstPauseMilliseconds = 15;

/** Stores an enquiry and the row of its idempotency key in one transaction. Throws StoreUnavailable. */
const writeEnquiry = async (
  { client, tableName }: Table,
  submission: Submission,
  referenceNumber: string,
  abortSignal: AbortSignal,
): Promise<WriteOutcome> => {
  const TransactItems = putsOf(tableName, submission, referenceNumber);
  for (let attempt = 0; attempt < maxConflicts; attempt++) {
    if (attempt > 0) await delay(firstPauseMilliseconds * 2 ** attempt * (0.5 + Math.random()));
    const send = () => client.send(new TransactWriteCommand({ TransactItems }), { abortSignal });
    try {
      await storeCall('enquiries: submit', send, isCancelled);
      return 'stored';
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== 'conflict') return outcome;
    }
  }
  throw new StoreUnavailable('enquiries: submit');
};

const putsOf = (
  tableName: string,
  submission: Submission,
  referenceNumber: string,
): NonNullable<TransactWriteCommandInput['TransactItems']> => {
  const enquiry = {
    Put: {
      TableName: tableName,
      Item: toEnquiryRow(submission, referenceNumber),
      ConditionExpression: 'attribute_not_exists(#id)',
      ExpressionAttributeNames: { '#id': 'id' },
    },
  };
  if (submission.idempotencyKey === undefined) return [enquiry];
  const idempotency = {
    Put: {
      TableName: tableName,
      Item: toIdempotencyRow(submission, referenceNumber),
      ConditionExpression: 'attribute_not_exists(#id) OR #expiresAt <= :now',
      ExpressionAttributeNames: { '#id': 'id', '#expiresAt': 'expiresAt' },
      ExpressionAttributeValues: { ':now': epochSeconds(submission.submittedAt) },
    },
  };
  return [enquiry, idempotency];
};

const isCancelled = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException;

/** Returns why the transaction was cancelled; reasons are in the order of its puts. Throws any other error. */
const outcomeOf = (error: unknown): Exclude<WriteOutcome, 'stored'> | 'conflict' => {
  if (!isCancelled(error)) throw error;
  const [enquiry, idempotency] = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  if (idempotency === 'ConditionalCheckFailed') return 'key taken';
  if (enquiry === 'ConditionalCheckFailed') return 'number taken';
  if (enquiry === 'TransactionConflict' || idempotency === 'TransactionConflict') return 'conflict';
  throw new StoreUnavailable('enquiries: submit', { cause: error });
};

/** Reads the current state of these enquiries, in order, without those deleted or expired since. */
const readEnquiries = async (
  table: Table,
  numbers: readonly string[],
  now: Date,
  onUnreadable: OnUnreadable,
): Promise<readonly Enquiry[]> => {
  const rows = await readItems(
    table,
    numbers.map((number) => ({ id: enquiryId(number) })),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return numbers.flatMap((number) => {
    const row = found.get(enquiryId(number));
    if (row === undefined) return [];
    try {
      const enquiry = parseEnquiry(row, number);
      return enquiryHasExpired(enquiry, now) ? [] : [enquiry];
    } catch (error) {
      if (!(error instanceof UnreadableEnquiry)) throw error;
      onUnreadable(error);
      return [];
    }
  });
};

const findEnquiry = async (
  { client, tableName }: Table,
  referenceNumber: string,
  now: Date,
): Promise<Enquiry | undefined> => {
  const Key = { id: enquiryId(referenceNumber) };
  const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
  const { Item } = await storeCall('enquiries: find', () => client.send(get));
  const found = Item && parseEnquiry(Item, referenceNumber);
  return found && !enquiryHasExpired(found, now) ? found : undefined;
};

const closeEnquiry = async (
  table: Table,
  referenceNumber: string,
  { by, note }: Closing,
  now: Date,
): Promise<StatusChange | undefined> => {
  const closedAt = now.toISOString();
  const set = { closedAt, closedBy: by, closingNote: note };
  const outcome = await changeStatus(table, referenceNumber, 'CLOSED', set, now);
  const enquiry = await findEnquiry(table, referenceNumber, now);
  if (!enquiry) return undefined;
  // The SDK repeats a change whose response was lost; it then finds its own result.
  const isOwn = enquiry.closedAt === closedAt && enquiry.closedBy === by;
  return { outcome: isOwn ? 'changed' : outcome, enquiry };
};

const reopened = { closedAt: undefined, closedBy: undefined, closingNote: undefined };

const reopenEnquiry = async (
  table: Table,
  referenceNumber: string,
  now: Date,
): Promise<StatusChange | undefined> => {
  const outcome = await changeStatus(table, referenceNumber, 'OPEN', reopened, now);
  const enquiry = await findEnquiry(table, referenceNumber, now);
  return enquiry && { outcome, enquiry };
};

/** Attributes of a closed enquiry; all undefined to reopen it. */
type Closed = { readonly [Name in 'closedAt' | 'closedBy' | 'closingNote']: string | undefined };

/** Changes the status of an enquiry that has another. */
const changeStatus = async (
  { client, tableName }: Table,
  referenceNumber: string,
  status: EnquiryStatus,
  closed: Closed,
  now: Date,
): Promise<StatusChange['outcome']> => {
  const { expression, names, values } = attributeUpdate({ status, ...closed });
  const update = new UpdateCommand({
    TableName: tableName,
    Key: { id: enquiryId(referenceNumber) },
    UpdateExpression: expression,
    ConditionExpression: 'attribute_exists(#id) AND #expiresAt > :now AND #status <> :status',
    ExpressionAttributeNames: { ...names, '#id': 'id', '#expiresAt': 'expiresAt' },
    ExpressionAttributeValues: { ...values, ':now': epochSeconds(now) },
  });
  try {
    await storeCall(`enquiries: ${status}`, () => client.send(update), isConditionFailure);
    return 'changed';
  } catch (error) {
    if (isConditionFailure(error)) return 'unchanged';
    throw error;
  }
};
