import * as z from 'zod/mini';
import type { KeyChange } from './key-request.ts';
import { type KeyTables, newItem, readTrail, trailEntry, writeWithTrail } from './key-trail.ts';

/** Attributes of a row that are checked; all others are restored unchanged. */
const keyRow = z.looseObject({
  keyId: z.string(),
  client: z.string(),
  status: z.string(),
  expiresAt: z.optional(z.string()),
});
type KeyRow = z.infer<typeof keyRow>;

/**
 * Restores a key of a backup, with an entry in the trail; `overwrite` if the stack has it in another state. Returns
 * false if the key has been revoked since the backup, or was changed concurrently. Throws StoreUnavailable, and
 * $ZodError for a row that is not a key.
 */
export const restoreKey = async (
  stores: KeyTables,
  restored: unknown,
  overwrite: boolean,
  change: KeyChange,
): Promise<boolean> => {
  const backedUp = keyRow.parse(restored);
  const row = await revokedSince(stores, backedUp);
  const { status, expiresAt = 'never' } = row;
  const put = { TableName: stores.tables.apiKeys, Item: row };
  // A revoked key must not be replaced by one that is not.
  const unlessRevoked = {
    ConditionExpression: '#status <> :revoked',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':revoked': 'REVOKED' },
  };
  const overwritten = { Put: backedUp.status === 'REVOKED' ? put : { ...put, ...unlessRevoked } };
  const write = overwrite ? overwritten : newItem(stores.tables.apiKeys, row);
  const entry = trailEntry(
    row,
    { action: 'RESTORED', at: new Date(), details: { status, expiresAt } },
    change,
  );
  return writeWithTrail(stores, [write], [entry]);
};

/** Returns the row as revoked if the key was revoked since the backup, because a revocation is final. */
const revokedSince = async ({ client, tables }: KeyTables, row: KeyRow): Promise<KeyRow> => {
  if (row.status === 'REVOKED') return row;
  const trail = await readTrail({ client, tableName: tables.apiKeyEvents }, row.keyId);
  const revocation = trail.findLast(({ action }) => action === 'REVOKED');
  return revocation ? { ...row, status: 'REVOKED', revokedAt: revocation.at } : row;
};
