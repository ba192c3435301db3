import type { ApiKey } from '../../domain/access/api-key.ts';
import { createKeyToken, digestOfKey, type KeyEnvironment } from '../../domain/access/key-token.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { grantedTo, keyEventOf } from './key-event-of.ts';
import type { KeyChange } from './key-request.ts';
import { refuseRotation } from './key-state.ts';
import type { KeyWrite } from './key-transaction.ts';

/** Options of a rotation. */
export interface KeyRotation {
  /** Milliseconds for which the old key stays valid. */
  readonly overlap: number;
  /** Environment of the stage, which a stored key does not name. */
  readonly environment: KeyEnvironment;
  /** Expiry of the new key, ISO 8601; if absent, the new key gets the lifetime that the old one was issued with. */
  readonly expiresAt?: string | undefined;
}

const after = (now: Date, milliseconds: number): string =>
  new Date(now.getTime() + milliseconds).toISOString();

const endOfSuccessor = (
  { createdAt, expiresAt }: ApiKey,
  now: Date,
  given: string | undefined,
): string | undefined => {
  if (given !== undefined || expiresAt === undefined) return given;
  return after(now, Date.parse(expiresAt) - Date.parse(createdAt));
};

/** Returns the earlier of two instants; an absent one counts as never. */
const earlier = (one: string, other: string | undefined): string =>
  other !== undefined && Date.parse(other) < Date.parse(one) ? other : one;

/**
 * Plans a rotation: a successor with the same client, scopes and plan, and the end of the old key after the overlap,
 * but never later than its own expiry. Throws ApiKeyNotChanged.
 */
export const rotationOf = (
  before: ApiKey,
  rotation: KeyRotation,
  change: KeyChange,
  { now, randomBytes }: { readonly now: Date; readonly randomBytes: RandomBytes },
) => {
  refuseRotation(before, now);
  const { token, keyId } = createKeyToken(rotation.environment, randomBytes);
  const { client, scopes, plan, sandbox } = before;
  const expiresAt = endOfSuccessor(before, now, rotation.expiresAt);
  const record: ApiKey = {
    keyId,
    digest: digestOfKey(token).toString('hex'),
    client,
    scopes,
    plan,
    status: 'ACTIVE',
    createdAt: now.toISOString(),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(sandbox !== undefined && { sandbox }),
    rotatedFrom: before.keyId,
  };
  const old: ApiKey = {
    ...before,
    expiresAt: earlier(after(now, rotation.overlap), before.expiresAt),
    rotatedTo: keyId,
  };
  const issued = { ...grantedTo(record), rotatedFrom: before.keyId };
  const rotated = { rotatedTo: keyId, expiresAt: old.expiresAt ?? 'never' };
  const write: KeyWrite = {
    added: record,
    changed: { before, after: old },
    events: [
      keyEventOf(record, { action: 'ISSUED', at: now, details: issued }, change),
      keyEventOf(before, { action: 'ROTATED', at: now, details: rotated }, change),
    ],
  };
  return { write, result: { token, record, old } };
};
