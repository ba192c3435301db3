import { setTimeout as delay } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { storeCall } from '../store-failure.ts';
import type { Table } from '../table.ts';
import {
  epochSeconds,
  idempotencyId,
  type Submission,
  toEnquiryRow,
  toIdempotencyRow,
} from './enquiry-rows.ts';

/** What became of a try to store an enquiry: somebody may have had its number, or its idempotency key, before. */
export type WriteOutcome = 'stored' | 'number taken' | 'key taken';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Tries while other requests hold the same idempotency key: their answer decides about ours. */
const conflictTries = 5;
const firstPauseMilliseconds = 15;

const putsOf = (tableName: string, submission: Submission, referenceNumber: string): TransactItems => {
  const { client, idempotencyKey, submittedAt } = submission;
  const enquiry = {
    Put: {
      TableName: tableName,
      Item: toEnquiryRow(submission, referenceNumber),
      ConditionExpression: 'attribute_not_exists(#id)',
      ExpressionAttributeNames: { '#id': 'id' },
    },
  };
  if (idempotencyKey === undefined) return [enquiry];
  const answer = {
    Put: {
      TableName: tableName,
      Item: {
        id: idempotencyId(client, idempotencyKey),
        ...toIdempotencyRow(submission, referenceNumber),
      },
      ConditionExpression: 'attribute_not_exists(#id) OR #expiresAt <= :now',
      ExpressionAttributeNames: { '#id': 'id', '#expiresAt': 'expiresAt' },
      ExpressionAttributeValues: { ':now': epochSeconds(submittedAt) },
    },
  };
  return [enquiry, answer];
};

const isCancelled = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException;

type Attempt = WriteOutcome | 'conflict';

/** Why the transaction was given up; reasons stand in the order of its puts. Throws what is no answer. */
const outcomeOf = (error: unknown): Attempt => {
  if (!isCancelled(error)) throw error;
  const [enquiry, answer] = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  if (answer === 'ConditionalCheckFailed') return 'key taken';
  if (enquiry === 'ConditionalCheckFailed') return 'number taken';
  if (enquiry === 'TransactionConflict' || answer === 'TransactionConflict') return 'conflict';
  throw new StoreUnavailable('enquiries: submit', { cause: error });
};

/** Stores the enquiry, and with it the answer to its idempotency key: both or neither. Throws StoreUnavailable. */
export const writeEnquiry = async (
  { client, tableName }: Table,
  submission: Submission,
  referenceNumber: string,
  abortSignal: AbortSignal,
): Promise<WriteOutcome> => {
  const TransactItems = putsOf(tableName, submission, referenceNumber);
  for (let attempt = 0; attempt < conflictTries; attempt++) {
    if (attempt > 0) await delay(firstPauseMilliseconds * 2 ** attempt * (0.5 + Math.random()));
    const command = new TransactWriteCommand({ TransactItems });
    const send = () => client.send(command, { abortSignal });
    const outcome: Attempt = await storeCall('enquiries: submit', send, isCancelled).then(
      () => 'stored',
      outcomeOf,
    );
    if (outcome !== 'conflict') return outcome;
  }
  throw new StoreUnavailable('enquiries: submit');
};
