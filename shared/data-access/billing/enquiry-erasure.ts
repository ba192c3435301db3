import { createHash } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type EnquiryErasure, enquiryErasure, recoveryDays } from '../../domain/billing/enquiry.ts';
import { isContended, storeCall } from '../errors.ts';
import { untilWritten } from '../retry.ts';
import { parseRow, readItem, readItems, type Table } from '../table.ts';
import { enquiryId, epochSeconds } from './enquiry-repository.ts';
import { erasedNumbers, putEnquiryEvent } from './enquiry-trail.ts';

/** Returns the key of an erasure's record. It contains a digest, because the number itself is not needed. */
export const erasureId = (referenceNumber: string): string =>
  `ERASED#${createHash('sha256').update(referenceNumber).digest('hex')}`;

/** Finds the record of an erasure; undefined if the enquiry was not erased. Throws StoreUnavailable. */
export const findErasure = async (
  table: Table,
  referenceNumber: string,
): Promise<EnquiryErasure | undefined> => {
  const id = erasureId(referenceNumber);
  const row = await readItem(table, 'enquiries: find erasure', { id });
  return row && parseRow(enquiryErasure, row, id);
};

/** Names of the tables for enquiries and the audit trail, and their client. One transaction writes to both. */
interface ErasureTables {
  readonly client: Table['client'];
  readonly tables: Readonly<Record<'enquiries' | 'apiKeyEvents', string>>;
}

/** Attributes of an enquiry's row that an erasure reads; the row itself may be invalid. */
const erasable = z.object({
  expiresAt: z.catch(z.int(), 0),
  sandbox: z.catch(z.boolean(), false),
});

/**
 * Deletes an enquiry's row, expired or not, and records that in the table and the audit trail, in one transaction.
 * Returns undefined if there is no such enquiry, and it was not erased recently. Throws StoreUnavailable.
 */
export const eraseEnquiry = async (
  { client, tables }: ErasureTables,
  referenceNumber: string,
  { by, reason }: { readonly by: string; readonly reason: string },
  now = () => new Date(),
): Promise<'erased' | 'erased before' | undefined> => {
  const table = { client, tableName: tables.enquiries };
  const Key = { id: enquiryId(referenceNumber) };
  const { outcome } = await untilWritten('enquiries: erase', async () => {
    const row = await readItem(table, 'enquiries: erase', Key);
    if (!row) {
      const isErased = (await findErasure(table, referenceNumber)) !== undefined;
      return { outcome: isErased ? ('erased before' as const) : undefined };
    }
    const at = now();
    const { expiresAt, sandbox } = erasable.parse(row);
    const erasure: EnquiryErasure = {
      erasedAt: at.toISOString(),
      erasedBy: by,
      reason,
      sandbox,
      // Kept at least until the enquiry would have expired, because restores skip expired enquiries.
      expiresAt: Math.max(expiresAt, epochSeconds(at) + (recoveryDays + 1) * secondsPerDay),
    };
    const details = { referenceNumbers: [referenceNumber] };
    const command = new TransactWriteCommand({
      TransactItems: [
        { Delete: { TableName: tables.enquiries, Key, ConditionExpression: 'attribute_exists(id)' } },
        { Put: { TableName: tables.enquiries, Item: { id: erasureId(referenceNumber), ...erasure } } },
        putEnquiryEvent(tables.apiKeyEvents, { action: 'ERASED', by, count: 1, reason, details }, at),
      ],
    });
    try {
      await storeCall('enquiries: erase', () => client.send(command), isContended);
      return { outcome: 'erased' as const };
    } catch (error) {
      if (!isContended(error)) throw error;
      return undefined;
    }
  });
  return outcome;
};

/**
 * Erases the enquiries in a restored table that, according to the audit trail, were erased before the restore. Returns
 * their reference numbers. Throws StoreUnavailable.
 */
export const eraseAgain = async (
  erasing: ErasureTables,
  change: { readonly by: string; readonly reason: string },
): Promise<readonly string[]> => {
  const { client, tables } = erasing;
  const erased = await erasedNumbers({ client, tableName: tables.apiKeyEvents });
  const numbers = new Map(erased.map((number) => [enquiryId(number), number]));
  const keys = [...numbers.keys()].map((id) => ({ id }));
  const rows = await storeCall('enquiries: erase again', () =>
    readItems({ client, tableName: tables.enquiries }, keys),
  );
  const returned = rows.flatMap(({ id }) => numbers.get(String(id)) ?? []);
  for (const number of returned) await eraseEnquiry(erasing, number, change);
  return returned;
};

const secondsPerDay = 86_400;
