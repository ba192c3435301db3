import { randomBytes as systemRandomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type EnquiryRepository, IdempotencyKeyReused } from '../../domain/billing/enquiry.ts';
import { createReferenceNumber } from '../../domain/billing/reference-number.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { isContended, storeCall } from '../errors.ts';
import { backoff, storeDeadline } from '../retry.ts';
import { parseRow, type Table } from '../table.ts';
import {
  bodyHashOf,
  epochSeconds,
  idempotencyId,
  idempotencyRow,
  type Submission,
  toEnquiryRow,
  toIdempotencyRow,
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
      const { retentionDays } = settings;
      const submission = { client, text, submittedAt: now(), idempotencyKey, sandbox, retentionDays };
      const abortSignal = storeDeadline();
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (attempt > 0) await delay(backoff(attempt, firstPauseMilliseconds));
        const number = createReferenceNumber(randomBytes);
        const outcome = await writeEnquiry(table, submission, number, abortSignal);
        if (outcome === 'stored') return number;
        const earlier =
          outcome === 'key taken' ? await earlierNumber(table, submission, abortSignal) : undefined;
        if (earlier !== undefined) return earlier;
      }
      throw new StoreUnavailable('enquiries: submit');
    },
  };
};

/** Attempts while other requests use the same idempotency key, whose outcome determines this one, or a number is taken. */
const maxAttempts = 5;
const firstPauseMilliseconds = 40;

/**
 * Stores an enquiry and the row of its idempotency key in one transaction. The SDK gives each transaction a token by which
 * DynamoDB recognises a retry after a lost response. Throws StoreUnavailable.
 */
const writeEnquiry = async (
  { client, tableName }: Table,
  submission: Submission,
  referenceNumber: string,
  abortSignal: AbortSignal,
): Promise<'stored' | 'key taken' | 'contended'> => {
  const enquiry = {
    Put: {
      TableName: tableName,
      Item: toEnquiryRow(submission, referenceNumber),
      ConditionExpression: 'attribute_not_exists(#id)',
      ExpressionAttributeNames: { '#id': 'id' },
    },
  };
  const idempotency = {
    Put: {
      TableName: tableName,
      Item: toIdempotencyRow(submission, referenceNumber),
      ConditionExpression: 'attribute_not_exists(#id) OR #expiresAt <= :now',
      ExpressionAttributeNames: { '#id': 'id', '#expiresAt': 'expiresAt' },
      ExpressionAttributeValues: { ':now': epochSeconds(submission.submittedAt) },
    },
  };
  const TransactItems = submission.idempotencyKey === undefined ? [enquiry] : [enquiry, idempotency];
  const command = new TransactWriteCommand({ TransactItems });
  try {
    await storeCall('enquiries: submit', () => client.send(command, { abortSignal }), isContended);
    return 'stored';
  } catch (error) {
    if (!isContended(error)) throw error;
    return error.CancellationReasons?.[1]?.Code === 'ConditionalCheckFailed' ? 'key taken' : 'contended';
  }
};

/**
 * Returns the number given for the idempotency key before; undefined if it has expired since. Does not read the enquiry,
 * which is personal data. Throws IdempotencyKeyReused, StoreUnavailable.
 */
const earlierNumber = async (
  { client, tableName }: Table,
  submission: Submission,
  abortSignal: AbortSignal,
): Promise<string | undefined> => {
  const id = idempotencyId(submission);
  const get = new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true });
  const { Item } = await storeCall('enquiries: read back', () => client.send(get, { abortSignal }));
  const earlier = Item && parseRow(idempotencyRow, Item, id);
  if (earlier && earlier.bodyHash !== bodyHashOf(submission.text)) {
    throw new IdempotencyKeyReused('The key has already been used with a different body.');
  }
  return earlier?.referenceNumber;
};
