import { randomBytes as systemRandomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type EnquiryRegister, IdempotencyKeyReused } from '../../domain/billing/enquiry.ts';
import { createReferenceNumber } from '../../domain/billing/reference-number.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { setting } from '../environment.ts';
import { storeDeadline } from '../store-deadline.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import { type Table, tableFromEnvironment } from '../table.ts';
import {
  bodyHashOf,
  enquiryId,
  enquiryMark,
  idempotencyId,
  idempotencyRow,
  type Submission,
} from './enquiry-rows.ts';
import { writeEnquiry } from './enquiry-transaction.ts';

/** Attempts to find a free number; with 60 random bits, even a second collision indicates another fault. */
const numberTries = 3;

/** Table of enquiries; clock and random source default to the system's. */
export interface EnquiryRegisterSettings {
  readonly table: Table;
  /** Days after which an enquiry is deleted. */
  readonly retentionDays: number;
  readonly now?: () => Date;
  readonly randomBytes?: RandomBytes;
}

/** Reads the attributes of a row that the schema knows: the others are personal data, which a retry has no use for. */
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

/**
 * Whether the enquiry with this number was written by this submission: the SDK repeats a write whose answer was lost,
 * which then finds its number taken.
 */
const isOwnEnquiry = async (
  table: Table,
  submission: Submission,
  number: string,
  abortSignal: AbortSignal,
) => {
  const row = await readBack(table, enquiryId(number), enquiryMark, abortSignal);
  return enquiryMark.safeParse(row).data?.submissionToken === submission.token;
};

/** Returns the number given for the idempotency key before. Throws IdempotencyKeyReused. */
const earlierAnswer = async (table: Table, submission: Submission, abortSignal: AbortSignal) => {
  const { client, text, idempotencyKey = '', sandbox } = submission;
  const id = idempotencyId({ client, idempotencyKey, sandbox });
  const row = await readBack(table, id, idempotencyRow, abortSignal);
  const answer = row && readRow(idempotencyRow, row, id);
  if (answer && answer.submissionToken !== submission.token && answer.bodyHash !== bodyHashOf(text)) {
    throw new IdempotencyKeyReused('The key has already been used with a different body.');
  }
  return answer?.referenceNumber;
};

/** Creates a register of enquiries in a DynamoDB table; a returned number is durably stored. */
export const dynamoDbEnquiryRegister = (settings: EnquiryRegisterSettings): EnquiryRegister => {
  const { table, now = () => new Date(), randomBytes = systemRandomBytes } = settings;
  const tryToSubmit = async (submission: Submission, abortSignal: AbortSignal) => {
    const number = createReferenceNumber(randomBytes);
    const outcome = await writeEnquiry(table, submission, number, abortSignal);
    if (outcome === 'stored') return number;
    if (outcome === 'key taken') return earlierAnswer(table, submission, abortSignal);
    return (await isOwnEnquiry(table, submission, number, abortSignal)) ? number : undefined;
  };

  return {
    async submit(client, text, { idempotencyKey, sandbox = false } = {}) {
      const token = Buffer.from(randomBytes(16)).toString('hex');
      const { retentionDays } = settings;
      const submission = {
        token,
        client,
        text,
        submittedAt: now(),
        idempotencyKey,
        sandbox,
        retentionDays,
      };
      const abortSignal = storeDeadline();
      for (let tries = 0; tries < numberTries; tries++) {
        const number = await tryToSubmit(submission, abortSignal);
        if (number !== undefined) return number;
      }
      throw new StoreUnavailable('enquiries: submit');
    },
  };
};

/** Setting of the stage as text, as CloudFormation passes it on. */
const days = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number of days')),
  z.transform(Number),
);

/** Opens the register in the table named by ENQUIRIES_TABLE, with enquiries kept for ENQUIRY_RETENTION_DAYS. */
export const enquiryRegisterFromEnvironment = (): EnquiryRegister =>
  dynamoDbEnquiryRegister({
    table: tableFromEnvironment('ENQUIRIES_TABLE'),
    get retentionDays() {
      return setting('ENQUIRY_RETENTION_DAYS', days);
    },
  });
