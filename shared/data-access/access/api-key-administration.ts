import { randomBytes as systemRandomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { ApiKeyEvent } from '../../domain/access/api-key-event.ts';
import { createKeyToken, digestOfKey } from '../../domain/access/key-token.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { dynamoDbApiKeyRegister } from './dynamodb-api-key-register.ts';
import { grantedTo, keyEventOf } from './key-event-of.ts';
import { UnknownApiKey } from './key-failures.ts';
import { type KeyChange, type KeyRequest, keyRequest } from './key-request.ts';
import { type KeyRotation, rotationOf } from './key-rotation.ts';
import { refuseEnd } from './key-state.ts';
import { trailOfKey, wholeTrail } from './key-trail.ts';
import { type KeyTables, type KeyWrite, writeKeys } from './key-transaction.ts';
import { type KeyListing, listKeys } from './list-keys.ts';

interface IssuedKey {
  /** Text of the key: shown once, never stored. */
  readonly token: string;
  readonly record: ApiKey;
}

interface RotatedKey extends IssuedKey {
  /** The rotated key in its new state. */
  readonly old: ApiKey;
}

/**
 * Administration of keys by operators. Every change is recorded with its actor, time and reason. Each method throws
 * StoreUnavailable, and ZodError for invalid requests; those on one key throw UnknownApiKey.
 */
export interface ApiKeyAdministration {
  issue(request: KeyRequest, change: KeyChange): Promise<IssuedKey>;
  /** Lists all keys ever issued with readable rows, by client, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** Lists all keys with the number of unreadable rows, for callers that act on the absence of a key. */
  listing(): Promise<KeyListing>;
  find(keyId: string): Promise<ApiKey>;
  /** Issues a successor of a key, and ends the key after the overlap. Throws ApiKeyNotChanged. */
  rotate(keyId: string, rotation: KeyRotation, change: KeyChange): Promise<RotatedKey>;
  /** Changes a key's expiry, ISO 8601 in UTC, or removes it. Throws ApiKeyNotChanged: see refuseEnd. */
  expire(keyId: string, expiresAt: string | undefined, change: KeyChange): Promise<ApiKey>;
  /** Revokes a key for good; revoking it again changes and records nothing. */
  revoke(keyId: string, change: KeyChange): Promise<ApiKey>;
  /** Returns the audit trail of one key, or of all, oldest first. */
  trail(keyId?: string): Promise<readonly ApiKeyEvent[]>;
}

/** Tables of keys; clock and random source default to the system's. */
export interface ApiKeyAdministrationSettings extends KeyTables {
  readonly now?: () => Date;
  readonly randomBytes?: RandomBytes;
}

/** Attempts if the key is changed concurrently, or a random id is taken. */
const tries = 5;
const firstPauseMilliseconds = 15;

interface Decision<T> {
  /** Changes to write; none if absent. */
  readonly write?: KeyWrite;
  readonly result: T;
}

/**
 * Decides and writes, and repeats both after a concurrent change. Throws StoreUnavailable, and what `decide` throws.
 */
const decideAndWrite = async <T>(tables: KeyTables, decide: () => Promise<Decision<T>>): Promise<T> => {
  for (let attempt = 0; attempt < tries; attempt++) {
    if (attempt > 0) await delay(firstPauseMilliseconds * 2 ** attempt * (0.5 + Math.random()));
    const { write, result } = await decide();
    if (write === undefined || (await writeKeys(tables, write))) return result;
  }
  throw new StoreUnavailable('api keys: write');
};

const issueOf = (request: KeyRequest, change: KeyChange, now: Date, randomBytes: RandomBytes) => {
  const { environment, ...granted } = keyRequest.parse(request);
  const { token, keyId } = createKeyToken(environment, randomBytes);
  const record: ApiKey = {
    keyId,
    digest: digestOfKey(token).toString('hex'),
    ...granted,
    status: 'ACTIVE',
    createdAt: now.toISOString(),
  };
  const event = keyEventOf(record, { action: 'ISSUED', at: now, details: grantedTo(record) }, change);
  return { write: { added: record, events: [event] }, result: { token, record } } as const;
};

const expiryOf = (before: ApiKey, expiresAt: string | undefined, change: KeyChange, at: Date) => {
  refuseEnd(before, expiresAt);
  if (before.expiresAt === expiresAt) return { result: before };
  const after: ApiKey = { ...before, expiresAt };
  const details = { expiresAt: expiresAt ?? 'never', expiredBefore: before.expiresAt ?? 'never' };
  const event = keyEventOf(before, { action: 'EXPIRY_CHANGED', at, details }, change);
  return { write: { changed: { before, after }, events: [event] }, result: after } as const;
};

const revocationOf = (before: ApiKey, change: KeyChange, at: Date) => {
  if (before.status === 'REVOKED') return { result: before };
  const after: ApiKey = { ...before, status: 'REVOKED', revokedAt: at.toISOString() };
  const event = keyEventOf(before, { action: 'REVOKED', at }, change);
  return { write: { changed: { before, after }, events: [event] }, result: after } as const;
};

/** Creates the administration of the keys in the authoriser's table, with their trail in a table of its own. */
export const apiKeyAdministration = ({
  now = () => new Date(),
  randomBytes = systemRandomBytes,
  ...stores
}: ApiKeyAdministrationSettings): ApiKeyAdministration => {
  const { client, tables } = stores;
  const keys = { client, tableName: tables.apiKeys };
  const events = { client, tableName: tables.apiKeyEvents };
  const find = async (keyId: string): Promise<ApiKey> => {
    const record = await dynamoDbApiKeyRegister(keys).find(keyId);
    if (record === undefined) throw new UnknownApiKey(`There is no key of id ${keyId}.`);
    return record;
  };
  const change = <T>(keyId: string, decide: (before: ApiKey) => Decision<T>): Promise<T> =>
    decideAndWrite(stores, async () => decide(await find(keyId)));
  return {
    issue: (request, by) => decideAndWrite(stores, async () => issueOf(request, by, now(), randomBytes)),
    list: async () => (await listKeys(keys)).keys,
    listing: () => listKeys(keys),
    find,
    rotate: (keyId, rotation, by) =>
      change(keyId, (before) => rotationOf(before, rotation, by, { now: now(), randomBytes })),
    expire: (keyId, expiresAt, by) => change(keyId, (before) => expiryOf(before, expiresAt, by, now())),
    revoke: (keyId, by) => change(keyId, (before) => revocationOf(before, by, now())),
    trail: (keyId) => (keyId === undefined ? wholeTrail(events) : trailOfKey(events, keyId)),
  };
};
