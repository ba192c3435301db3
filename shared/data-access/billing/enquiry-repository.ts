import { createHash, randomBytes as systemRandomBytes } from 'node:crypto';
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
import { isContended, toStoreFailure } from '../errors.ts';
import { storeDeadline, untilWritten } from '../retry.ts';
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
    const { tableName: TableName } = table;
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
    // Expires after 24 hours.
    const idempotency = {
      // Differs by client, and for live and sandbox requests. Hashed, because the client may choose any text.
      id: `IDEMPOTENCY#${sha256(JSON.stringify([client, idempotencyKey, sandbox]))}`,
      bodyHash: sha256(JSON.stringify(fields)),
      expiresAt: seconds + secondsPerDay,
    };
    const indexed = { ...enquiry, [enquiriesByStatus.partition]: indexStatusOf(enquiry) };
    const abortSignal = storeDeadline();
    return untilWritten('enquiries: submit', async () => {
      const referenceNumber = createReferenceNumber(randomBytes);
      const puts = [
        {
          TableName,
          Item: { id: enquiryId(referenceNumber), referenceNumber, ...indexed },
          ConditionExpression: 'attribute_not_exists(id)',
        },
        {
          TableName,
          Item: { ...idempotency, referenceNumber },
          ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': seconds },
        },
      ];
      const items = (idempotencyKey === undefined ? puts.slice(0, 1) : puts).map((Put) => ({ Put }));
      try {
        // The SDK adds a token, so that DynamoDB recognises a retry after a lost response.
        await table.client.send(new TransactWriteCommand({ TransactItems: items }), { abortSignal });
      } catch (error) {
        if (!isContended(error)) throw toStoreFailure('enquiries: submit', error);
        const isKeyTaken = error.CancellationReasons?.[1]?.Code === 'ConditionalCheckFailed';
        return isKeyTaken ? earlierNumber(table, idempotency, abortSignal) : undefined;
      }
      settings.onStored?.();
      return referenceNumber;
    });
  },
});

export const enquiryIdPrefix = 'ENQUIRY#';

/** Returns the key of an enquiry's row. */
export const enquiryId = (referenceNumber: string): string => `${enquiryIdPrefix}${referenceNumber}`;

/** Converts a time to epoch seconds, the format of DynamoDB's expiry. */
export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

const secondsPerDay = 86_400;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const earlierRow = z.object({ bodyHash: z.string(), referenceNumber: z.string() });

/**
 * Returns the number for an earlier request with the key; undefined if it has expired. Does not read the enquiry, which
 * is personal data. Throws IdempotencyKeyReused or StoreUnavailable.
 */
const earlierNumber = async (
  table: Table,
  { id, bodyHash }: { readonly id: string; readonly bodyHash: string },
  abortSignal: AbortSignal,
): Promise<string | undefined> => {
  const row = await readItem(table, 'enquiries: read back', { id }, abortSignal);
  const earlier = row && parseRow(earlierRow, row, id);
  if (earlier && earlier.bodyHash !== bodyHash)
    throw new IdempotencyKeyReused('The key has already been used with a different body.');
  return earlier?.referenceNumber;
};
