import type { ApiKey } from '../../domain/access/api-key.ts';
import { hasExpired } from '../../domain/access/key-expiry.ts';
import { ApiKeyNotChanged } from './key-failures.ts';

/** Throws ApiKeyNotChanged for a key that has ended, or had a successor before. */
export const refuseRotation = (key: ApiKey, now: Date): void => {
  if (key.status === 'REVOKED') throw new ApiKeyNotChanged('revoked', key.rotatedTo);
  if (key.rotatedTo !== undefined) throw new ApiKeyNotChanged('rotated', key.rotatedTo);
  if (hasExpired(key, now)) throw new ApiKeyNotChanged('expired');
};

/** Whether the first end comes after the other: one that is absent is never. */
const isLater = (end: string | undefined, present: string | undefined): boolean =>
  present !== undefined && (end === undefined || Date.parse(end) > Date.parse(present));

/**
 * Throws ApiKeyNotChanged for a key that is revoked, and for one with a successor that would be good for longer: what
 * was rotated away, as after a leak, is not to come back.
 */
export const refuseEnd = (key: ApiKey, expiresAt: string | undefined): void => {
  if (key.status === 'REVOKED') throw new ApiKeyNotChanged('revoked', key.rotatedTo);
  if (key.rotatedTo !== undefined && isLater(expiresAt, key.expiresAt))
    throw new ApiKeyNotChanged('rotated', key.rotatedTo);
};
