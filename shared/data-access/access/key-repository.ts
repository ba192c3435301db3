import { randomBytes as systemRandomBytes } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type ApiKey,
  type ApiKeyEvent,
  apiKey,
  hasExpired,
  type KeyLookup,
} from '../../domain/access/api-key.ts';
import { browserGrant, originList } from '../../domain/access/browser-key.ts';
import { createKeyToken, digestOfKey, type KeyEnvironment } from '../../domain/access/key-token.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { storeDeadline, untilWritten } from '../retry.ts';
import { parseRow, readItem, readRows, type Table } from '../table.ts';
import { type KeyChange, type KeyRequest, keyRequest } from './key-request.ts';
import {
  type KeyTables,
  newItem,
  readTrail,
  type TransactItem,
  trailEntry,
  writeWithTrail,
} from './key-trail.ts';

/** No key was ever issued with this id. */
export class UnknownApiKey extends Error {
  override readonly name = 'UnknownApiKey';
}

/** The state of the key does not allow this change. `successor` is the id of the key that replaced it. */
export class ApiKeyNotChanged extends Error {
  override readonly name = 'ApiKeyNotChanged';
  readonly reason: 'revoked' | 'expired' | 'rotated' | 'not for browsers';
  readonly successor: string | undefined;

  constructor(reason: ApiKeyNotChanged['reason'], successor?: string) {
    super(`The key is ${reason}${successor === undefined ? '' : ` and was replaced by ${successor}`}.`);
    this.reason = reason;
    this.successor = successor;
  }
}

interface IssuedKey {
  /** The key itself, which is shown once and never stored. */
  readonly token: string;
  readonly record: ApiKey;
}

interface KeyRotation {
  /** Milliseconds for which the old key stays valid. */
  readonly overlap: number;
  /** Environment of the stage, which is not part of a stored key. Browser keys keep their own. */
  readonly environment: KeyEnvironment;
  /** Expiry of the new key, ISO 8601 (default: the lifetime that the old key was issued with). */
  readonly expiresAt?: string | undefined;
}

/** Tables of keys. The clock and the random source default to the system's. */
export interface KeyRepositorySettings extends KeyTables {
  readonly now?: () => Date;
  readonly randomBytes?: RandomBytes;
}

export type KeyRepository = ReturnType<typeof keyRepository>;

/**
 * Creates the operators' repository of keys. Every change is recorded in the audit trail with its actor, time and
 * reason. Methods throw StoreUnavailable, $ZodError for invalid requests, and UnknownApiKey.
 */
export const keyRepository = ({
  now = () => new Date(),
  randomBytes = systemRandomBytes,
  ...stores
}: KeyRepositorySettings) => {
  const { client, tables } = stores;
  const keys = { client, tableName: tables.apiKeys };

  const find = async (keyId: string): Promise<ApiKey> => {
    const record = await keyLookup(keys).find(keyId);
    if (record === undefined) throw new UnknownApiKey(`No key has the id ${keyId}.`);
    return record;
  };

  /** Returns the audit trail of one key or, without an id, of all keys, oldest first. */
  const trail = (keyId?: string) => readTrail({ client, tableName: tables.apiKeyEvents }, keyId);

  /** Returns the expiry of a key issued now with the lifetime `key` was issued with; undefined if unlimited. */
  const renewedExpiry = async (key: ApiKey): Promise<string | undefined> => {
    const issue = (await trail(key.keyId)).find(({ action }) => action === 'ISSUED');
    // A restored key may have no such entry.
    const { expiresAt = 'never' } = issue?.details ?? key;
    if (expiresAt === 'never') return undefined;
    return new Date(now().getTime() + Date.parse(expiresAt) - Date.parse(key.createdAt)).toISOString();
  };

  const newKey = (environment: KeyEnvironment, granted: Granted, createdAt: Date): IssuedKey => {
    const { token, keyId } = createKeyToken(environment, randomBytes);
    const digest = digestOfKey(token).toString('hex');
    const at = createdAt.toISOString();
    return { token, record: { keyId, digest, ...granted, status: 'ACTIVE', createdAt: at } };
  };

  const putChanged = (before: ApiKey, after: ApiKey) => putIfUnchanged(tables.apiKeys, before, after);

  return {
    find,

    /** Returns all keys ever issued, ordered by client and age, and the number of rows that cannot be read. */
    async list(): Promise<{ readonly keys: readonly ApiKey[]; readonly unreadable: number }> {
      const pages = paginateScan({ client }, { TableName: tables.apiKeys, ConsistentRead: true });
      const listed = await readRows('api keys: list', apiKey, pages, ({ keyId }) => String(keyId));
      const byClientAndAge = (one: ApiKey, other: ApiKey) =>
        byCodeUnit(one.client, other.client) || byCodeUnit(one.createdAt, other.createdAt);
      return { keys: listed.rows.sort(byClientAndAge), unreadable: listed.skipped };
    },

    trail,

    renewedExpiry,

    issue: (request: KeyRequest, change: KeyChange): Promise<IssuedKey> =>
      decideAndWrite(stores, async () => {
        const at = now();
        const { environment, ...granted } = keyRequest.parse(request);
        const { token, record } = newKey(environment, granted, at);
        const entry = trailEntry(record, { action: 'ISSUED', at, details: grantDetails(record) }, change);
        return { result: { token, record }, writes: [newItem(tables.apiKeys, record)], entries: [entry] };
      }),

    /**
     * Issues a successor with the same client, scopes, plan and origins. The old key expires after the overlap, or at
     * its own expiry if that is earlier. Returns the new key, and the updated old key as `old`. Throws
     * ApiKeyNotChanged: see checkRotation.
     */
    rotate: (keyId: string, rotation: KeyRotation, change: KeyChange) =>
      decideAndWrite(stores, async () => {
        const at = now();
        const before = await find(keyId);
        checkRotation(before, at);
        const { client, scopes, plan, sandbox, origins } = before;
        const after = (milliseconds: number) => new Date(at.getTime() + milliseconds).toISOString();
        const expiresAt = rotation.expiresAt ?? (await renewedExpiry(before));
        const granted = { client, scopes, plan, sandbox, origins, expiresAt, rotatedFrom: keyId };
        const environment = origins ? browserGrant.environment : rotation.environment;
        const { token, record } = newKey(environment, granted, at);
        const end = earlier(after(rotation.overlap), before.expiresAt);
        const old: ApiKey = { ...before, expiresAt: end, rotatedTo: record.keyId };
        const rotated = { rotatedTo: record.keyId, expiresAt: end ?? 'never' };
        return {
          result: { token, record, old },
          writes: [newItem(tables.apiKeys, record), putChanged(before, old)],
          entries: [
            trailEntry(record, { action: 'ISSUED', at, details: grantDetails(record) }, change),
            trailEntry(before, { action: 'ROTATED', at, details: rotated }, change),
          ],
        };
      }),

    /** Sets or removes a key's expiry (ISO 8601, UTC). Throws ApiKeyNotChanged (see checkExpiryChange). */
    expire: (keyId: string, expiresAt: string | undefined, change: KeyChange): Promise<ApiKey> =>
      decideAndWrite(stores, async () => {
        const before = await find(keyId);
        checkExpiryChange(before, expiresAt);
        if (before.expiresAt === expiresAt) return { result: before };
        const after: ApiKey = { ...before, expiresAt };
        const details = { expiresAt: expiresAt ?? 'never', expiredBefore: before.expiresAt ?? 'never' };
        const entry = trailEntry(before, { action: 'EXPIRY_CHANGED', at: now(), details }, change);
        return { result: after, writes: [putChanged(before, after)], entries: [entry] };
      }),

    /** Changes the origins of a browser key. Throws ApiKeyNotChanged, and $ZodError for an invalid list. */
    changeOrigins: (
      keyId: string,
      { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
      change: KeyChange,
    ): Promise<ApiKey> =>
      decideAndWrite(stores, async () => {
        const before = await find(keyId);
        if (before.origins === undefined) throw new ApiKeyNotChanged('not for browsers');
        if (before.status === 'REVOKED') throw new ApiKeyNotChanged('revoked', before.rotatedTo);
        const kept = before.origins.filter((origin) => !remove.includes(origin));
        const origins = originList(before).parse([...new Set([...kept, ...add])]);
        if (origins.join() === before.origins.join()) return { result: before };
        const after: ApiKey = { ...before, origins };
        const details = { origins, originsBefore: before.origins };
        const entry = trailEntry(before, { action: 'ORIGINS_CHANGED', at: now(), details }, change);
        return { result: after, writes: [putChanged(before, after)], entries: [entry] };
      }),

    /** Revokes a key permanently. Revoking it again does nothing. */
    revoke: (keyId: string, change: KeyChange): Promise<ApiKey> =>
      decideAndWrite(stores, async () => {
        const at = now();
        const before = await find(keyId);
        if (before.status === 'REVOKED') return { result: before };
        const after: ApiKey = { ...before, status: 'REVOKED', revokedAt: at.toISOString() };
        const entry = trailEntry(before, { action: 'REVOKED', at }, change);
        return { result: after, writes: [putChanged(before, after)], entries: [entry] };
      }),

    /**
     * Restores a key from a backup, over an existing key only with `overwrite`. A key that was revoked, rotated, or given
     * an earlier expiry or other origins since the backup stays so. Returns false if the key was revoked or changed
     * concurrently. Throws $ZodError for an invalid row.
     */
    async restore(backup: unknown, overwrite: boolean, change: KeyChange): Promise<boolean> {
      const backedUp = keyRow.parse(backup);
      const { keyId } = backedUp;
      // Read before the trail, so that any change the trail lacks also fails the write.
      const existing = overwrite ? await readItem(keys, 'api keys: get', { keyId }) : undefined;
      const entries = await trail(keyId);
      const revocation = entries.findLast(({ action }) => action === 'REVOKED');
      const rotatedTo = entries.findLast(({ action }) => action === 'ROTATED')?.details.rotatedTo;
      const origins = entries.findLast(({ action }) => action === 'ORIGINS_CHANGED')?.details.origins;
      const lastExpiry = entries.findLast(({ details }) => details.expiresAt)?.details.expiresAt;
      const expiresAt = earlier(backedUp.expiresAt, lastExpiry === 'never' ? undefined : lastExpiry);
      const isRevoked = backedUp.status === 'REVOKED';
      const row = {
        ...backedUp,
        ...(expiresAt && { expiresAt }),
        ...(rotatedTo && { rotatedTo }),
        ...(origins && { origins }),
        ...(!isRevoked && revocation && { status: 'REVOKED', revokedAt: revocation.at }),
      };
      // A key must not replace its revoked or rotated self, even if the trail lacks that change.
      const isRotated = existing?.rotatedTo !== undefined && !('rotatedTo' in row);
      if (!isRevoked && (existing?.status === 'REVOKED' || isRotated)) return false;
      const put = existing ? putIfUnchanged(tables.apiKeys, existing, row) : newItem(tables.apiKeys, row);
      const details = { status: row.status, expiresAt: row.expiresAt ?? 'never' };
      const entry = trailEntry(row, { action: 'RESTORED', at: now(), details }, change);
      return writeWithTrail(stores, [put], [entry]);
    },
  };
};

/** Attributes of a row that a restore reads; all others are restored unchanged. */
const keyRow = z.looseObject({
  keyId: z.string(),
  client: z.string(),
  status: z.string(),
  expiresAt: z.optional(z.string()),
});

/** Creates a lookup of keys. Reads are consistent, so that a change takes effect as soon as it is acknowledged. */
export const keyLookup = (table: Table): KeyLookup => ({
  async find(keyId) {
    const row = await readItem(table, 'api keys: get', { keyId }, storeDeadline());
    return row && parseRow(apiKey, row, keyId);
  },
});

/** Throws ApiKeyNotChanged for a key that is revoked or expired, or already has a successor. */
export const checkRotation = (key: ApiKey, now: Date): void => {
  if (key.status === 'REVOKED') throw new ApiKeyNotChanged('revoked', key.rotatedTo);
  if (key.rotatedTo !== undefined) throw new ApiKeyNotChanged('rotated', key.rotatedTo);
  if (hasExpired(key, now)) throw new ApiKeyNotChanged('expired');
};

/**
 * Throws ApiKeyNotChanged if the key is revoked, or if the change would extend a key that has a successor: a key that
 * was replaced, for example after a leak, must not become valid again.
 */
export const checkExpiryChange = (key: ApiKey, expiresAt: string | undefined): void => {
  if (key.status === 'REVOKED') throw new ApiKeyNotChanged('revoked', key.rotatedTo);
  if (key.rotatedTo !== undefined && earlier(expiresAt, key.expiresAt) !== expiresAt)
    throw new ApiKeyNotChanged('rotated', key.rotatedTo);
};

/** Returns the earlier of two times, or the first if they are equal. An absent time means never. */
const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  other !== undefined && (one === undefined || Date.parse(other) < Date.parse(one)) ? other : one;

type Granted = Pick<
  ApiKey,
  'client' | 'scopes' | 'plan' | 'sandbox' | 'origins' | 'expiresAt' | 'rotatedFrom'
>;

const grantDetails = (key: ApiKey) => {
  const { scopes, plan, expiresAt = 'never', sandbox = false, origins, rotatedFrom } = key;
  return { scopes, plan, expiresAt, sandbox, origins, rotatedFrom };
};

/** Result of a change, with its writes and trail entries, which are absent if nothing changes. */
interface Decision<T> {
  readonly result: T;
  readonly writes?: readonly TransactItem[];
  readonly entries?: readonly [ApiKeyEvent, ...ApiKeyEvent[]];
}

/** Makes the writes that `decide` returns. After a concurrent change, starts again. Throws StoreUnavailable. */
const decideAndWrite = <T extends object>(
  stores: KeyTables,
  decide: () => Promise<Decision<T>>,
): Promise<T> =>
  untilWritten('api keys: write', async () => {
    const { result, writes = [], entries } = await decide();
    return entries === undefined || (await writeWithTrail(stores, writes, entries)) ? result : undefined;
  });

/** Attributes that can change after a key is issued. */
const changeable = ['status', 'expiresAt', 'revokedAt', 'rotatedTo', 'origins'] as const;

/** Builds the write of a record. The write fails if the stored record has changed since it was read. */
const putIfUnchanged = (
  tableName: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): TransactItem => {
  const present = changeable.filter((name) => before[name] !== undefined);
  const conditions = changeable.map((name) =>
    present.includes(name) ? `#${name} = :${name}` : `attribute_not_exists(#${name})`,
  );
  return {
    Put: {
      TableName: tableName,
      Item: after,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(changeable.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:${name}`, before[name]])),
    },
  };
};
