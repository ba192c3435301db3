import { setTimeout as delay } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { storeCall } from '../errors.ts';
import type { Table } from '../table.ts';
import {
  epochSeconds,
  idempotencyId,
  type Submission,
  toEnquiryRow,
  toIdempotencyRow,
} from './enquiry-rows.ts';

/** Outcome of an attempt to store an enquiry, whose number or idempotency key may already be taken. */
export type WriteOutcome = 'stored' | 'number taken' | 'key taken';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Attempts while other requests use the same idempotency key, as their outcome determines this one. */
const conflictTries = 5;
const firstPauseMilliseconds = 15;

const putsOf = (tableName: string, submission: Submission, referenceNumber: string): TransactItems => {
  const { client, idempotencyKey, sandbox, submittedAt } = submission;
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
        id: idempotencyId({ client, idempotencyKey, sandbox }),
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

/** Returns why the transaction was cancelled; reasons follow the order of its puts. Throws any other error. */
const outcomeOf = (error: unknown): Attempt => {
  if (!isCancelled(error)) throw error;
  const [enquiry, answer] = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  if (answer === 'ConditionalCheckFailed') return 'key taken';
  if (enquiry === 'ConditionalCheckFailed') return 'number taken';
  if (enquiry === 'TransactionConflict' || answer === 'TransactionConflict') return 'conflict';
  throw new StoreUnavailable('enquiries: submit', { cause: error });
};

/** Stores an enquiry and the row of its idempotency key in one transaction. Throws StoreUnavailable. */
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
