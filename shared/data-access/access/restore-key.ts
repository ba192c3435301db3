import * as z from 'zod/mini';
import { keyEventOf } from './key-event-of.ts';
import type { KeyChange } from './key-request.ts';
import { trailOfKey } from './key-trail.ts';
import { type KeyTables, writeWithTrail } from './key-transaction.ts';

/** Attributes of a row that are checked; all others are restored unchanged. */
const keyRow = z.looseObject({
  keyId: z.string(),
  client: z.string(),
  status: z.string(),
  expiresAt: z.optional(z.string()),
});
type KeyRow = z.infer<typeof keyRow>;

/** Restores a key revoked since the backup as revoked: a revocation is final. */
const asRevokedSince = async ({ client, tables }: KeyTables, row: KeyRow): Promise<KeyRow> => {
  if (row.status === 'REVOKED') return row;
  const trail = await trailOfKey({ client, tableName: tables.apiKeyEvents }, row.keyId);
  const revocation = trail.findLast(({ action }) => action === 'REVOKED');
  return revocation ? { ...row, status: 'REVOKED', revokedAt: revocation.at } : row;
};

/** Condition of overwriting a key: a revoked key must not be replaced by one that is not. */
const overNothingRevoked = { attribute: 'status', condition: '#name <> :revoked' };
const overNothing = { attribute: 'keyId', condition: 'attribute_not_exists(#name)' };

/**
 * Restores a key of a backup, with an entry in the trail; `overwrite` if the stack has it in another state. Returns
 * false if the key has been revoked since the backup, or was changed concurrently. Throws StoreUnavailable, and
 * ZodError for a row that is not a key.
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
