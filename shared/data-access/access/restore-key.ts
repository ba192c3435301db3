import * as z from 'zod';
import { keyEventOf } from './key-event-of.ts';
import type { KeyChange } from './key-request.ts';
import { trailOfKey } from './key-trail.ts';
import { type KeyTables, writeWithTrail } from './key-transaction.ts';

/** What is asked of a row: all else is brought back as it is, also what this release does not know. */
const keyRow = z.looseObject({
  keyId: z.string(),
  client: z.string(),
  status: z.string(),
  expiresAt: z.string().optional(),
});
type KeyRow = z.infer<typeof keyRow>;

/** A key of a backup that is from before its revocation is brought back revoked: a revocation is for good. */
const asRevokedSince = async ({ client, tables }: KeyTables, row: KeyRow): Promise<KeyRow> => {
  if (row.status === 'REVOKED') return row;
  const trail = await trailOfKey({ client, tableName: tables.apiKeyEvents }, row.keyId);
  const revocation = trail.findLast(({ action }) => action === 'REVOKED');
  return revocation ? { ...row, status: 'REVOKED', revokedAt: revocation.at } : row;
};

/** Where the stack has the key: it is written over unless it is revoked and the other is not. */
const overNothingRevoked = { attribute: 'status', condition: '#name <> :revoked' };
const overNothing = { attribute: 'keyId', condition: 'attribute_not_exists(#name)' };

/**
 * Brings a key of a backup back, with an entry in the trail; `overwrite` where the stack has it otherwise. Answers with
 * whether it did: never where the key is revoked by now and the backup's is not, nor where somebody else wrote it
 * meanwhile. Throws StoreUnavailable, and ZodError for a row that is no key.
 */
export const restoreKey = async (
  stores: KeyTables,
  restored: unknown,
  overwrite: boolean,
  change: KeyChange,
): Promise<boolean> => {
  const backedUp = keyRow.parse(restored);
  const row = await asRevokedSince(stores, backedUp);
  const { status, expiresAt = 'never' } = row;
  const isSafe = overwrite && backedUp.status === 'REVOKED';
  const { attribute, condition } = overwrite ? overNothingRevoked : overNothing;
  const put = {
    TableName: stores.tables.apiKeys,
    Item: row,
    ...(!isSafe && {
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#name': attribute },
      ...(overwrite && { ExpressionAttributeValues: { ':revoked': 'REVOKED' } }),
    }),
  };
  const event = keyEventOf(
    row,
    { action: 'RESTORED', at: new Date(), details: { status, expiresAt } },
    change,
  );
  return writeWithTrail(stores, [{ Put: put }], [event]);
};
