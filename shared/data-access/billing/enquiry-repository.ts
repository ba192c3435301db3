import { createHash, randomBytes as systemRandomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type Enquiry,
  type EnquiryRepository,
  enquiriesByStatus,
  enquiryText,
  IdempotencyKeyReused,
  indexStatusOf,
  sandboxRetentionDays,
} from '../../domain/billing/enquiry.ts';
import { createReferenceNumber } from '../../domain/billing/reference-number.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { isContended, toStoreFailure } from '../errors.ts';
import { backoff, storeDeadline } from '../retry.ts';
import { parseRow, readItem, type Table } from '../table.ts';

/** Table of enquiries. The clock and the random source default to the system's. */
export interface EnquiryRepositorySettings {
  readonly table: Table;
  /** Days after which an enquiry is deleted. Enquiries sent with sandbox keys are deleted after at most 30 days. */
  readonly retentionDays: number;
  /** Called for each enquiry that is stored, but not for retries. */
  readonly onStored?: () => void;
  readonly now?: () => Date;
  readonly randomBytes?: RandomBytes;
}

/** Creates the repository of clients' enquiries. It returns a number only after the enquiry is stored durably. */
export const enquiryRepository = (settings: EnquiryRepositorySettings): EnquiryRepository => ({
  async submit(client, text, { idempotencyKey, sandbox = false } = {}) {
    const { table, retentionDays, now = () => new Date(), randomBytes = systemRandomBytes } = settings;
    const submittedAt = now();
    const seconds = epochSeconds(submittedAt);
    const fields = enquiryText.parse(text);
    const keptDays = sandbox ? Math.min(retentionDays, sandboxRetentionDays) : retentionDays;
    const enquiry: Omit<Enquiry, 'referenceNumber'> = {
      submittedAt: submittedAt.toISOString(),
      client,
      ...fields,
      status: 'OPEN',
      sandbox,
      expiresAt: seconds + keptDays * secondsPerDay,
    };
    const idempotency = {
      // Different for each client, and for its live and sandbox requests. Hashed, because the client may choose any
      // text.
      id: `IDEMPOTENCY#${sha256(JSON.stringify([client, idempotencyKey, sandbox]))}`,
      bodyHash: sha256(JSON.stringify(fields)),
      expiresAt: seconds + secondsPerDay,
    };
    const indexed = { ...enquiry, [enquiriesByStatus.partition]: indexStatusOf(enquiry) };
    const rows = { enquiry: indexed, idempotency: idempotencyKey === undefined ? undefined : idempotency };
    const abortSignal = storeDeadline();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (attempt > 0) await delay(backoff(attempt, firstPauseMilliseconds));
      const referenceNumber = createReferenceNumber(randomBytes);
      const outcome = await writeRows(table, rows, referenceNumber, abortSignal);
      if (outcome === 'stored') {
        settings.onStored?.();
        return referenceNumber;
      }
      const earlier =
        outcome === 'key taken' ? await earlierNumber(table, idempotency, abortSignal) : undefined;
      if (earlier !== undefined) return earlier;
    }
    throw new StoreUnavailable('enquiries: submit');
  },
});

export const enquiryIdPrefix = 'ENQUIRY#';

/** Returns the key of an enquiry's row. */
export const enquiryId = (referenceNumber: string): string => `${enquiryIdPrefix}${referenceNumber}`;

/** Converts a time to epoch seconds, the format of DynamoDB's expiry. */
export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Maximum attempts while concurrent requests use the same idempotency key, or if a number is taken. */
const maxAttempts = 5;
const firstPauseMilliseconds = 40;

const secondsPerDay = 86_400;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Row of an idempotency key, without the reference number. The row expires after 24 hours. */
interface IdempotencyRow {
  readonly id: string;
  readonly bodyHash: string;
  readonly expiresAt: number;
}

/**
 * Stores an enquiry and the row of its idempotency key in one transaction. The SDK adds a token, so that DynamoDB
 * recognises a retry after a lost response. Throws StoreUnavailable.
 */
const writeRows = async (
  { client, tableName: TableName }: Table,
  rows: { readonly enquiry: object; readonly idempotency: IdempotencyRow | undefined },
  referenceNumber: string,
  abortSignal: AbortSignal,
): Promise<'stored' | 'key taken' | 'contended'> => {
  const enquiry = {
    Put: {
      TableName,
      Item: { id: enquiryId(referenceNumber), referenceNumber, ...rows.enquiry },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  };
  const idempotency = rows.idempotency && {
    Put: {
      TableName,
      Item: { ...rows.idempotency, referenceNumber },
      ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': rows.idempotency.expiresAt - secondsPerDay },
    },
  };
  const TransactItems = idempotency ? [enquiry, idempotency] : [enquiry];
  try {
    await client.send(new TransactWriteCommand({ TransactItems }), { abortSignal });
    return 'stored';
  } catch (error) {
    if (!isContended(error)) throw toStoreFailure('enquiries: submit', error);
    return error.CancellationReasons?.[1]?.Code === 'ConditionalCheckFailed' ? 'key taken' : 'contended';
  }
};

const earlierRow = z.object({ bodyHash: z.string(), referenceNumber: z.string() });

/**
 * Returns the reference number that an earlier request with the idempotency key received; undefined if the key has
 * expired. Does not read the enquiry, which is personal data. Throws IdempotencyKeyReused or StoreUnavailable.
 */
const earlierNumber = async (
  table: Table,
  { id, bodyHash }: IdempotencyRow,
  abortSignal: AbortSignal,
): Promise<string | undefined> => {
  const get = { Key: { id }, ConsistentRead: true };
  const row = await readItem(table, 'enquiries: read back', get, abortSignal);
  const earlier = row && parseRow(earlierRow, row, id);
  if (earlier && earlier.bodyHash !== bodyHash)
    throw new IdempotencyKeyReused('The key has already been used with a different body.');
  return earlier?.referenceNumber;
};
