import type { ApiKey } from '../../domain/access/api-key.ts';
import { hasExpired } from '../../domain/access/key-expiry.ts';
import { ApiKeyNotChanged } from './key-failures.ts';

/** Throws ApiKeyNotChanged for a key that has ended, or already has a successor. */
export const refuseRotation = (key: ApiKey, now: Date): void => {
  if (key.status === 'REVOKED') throw new ApiKeyNotChanged('revoked', key.rotatedTo);
  if (key.rotatedTo !== undefined) throw new ApiKeyNotChanged('rotated', key.rotatedTo);
  if (hasExpired(key, now)) throw new ApiKeyNotChanged('expired');
};

/** Whether the first expiry is later than the second; an absent one counts as never. */
const isLater = (end: string | undefined, present: string | undefined): boolean =>
  present !== undefined && (end === undefined || Date.parse(end) > Date.parse(present));

/**
 * Throws ApiKeyNotChanged for a revoked key, and for extending one with a successor: a key rotated away, as after a
 * leak, must not come back.
 */
export const refuseEnd = (key: ApiKey, expiresAt: string | undefined): void => {
  if (key.status === 'REVOKED') throw new ApiKeyNotChanged('revoked', key.rotatedTo);
  if (key.rotatedTo !== undefined && isLater(expiresAt, key.expiresAt))
    throw new ApiKeyNotChanged('rotated', key.rotatedTo);
};
