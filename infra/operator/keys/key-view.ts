import { type ApiKey, type ApiKeyUse, hasExpired } from '../../../shared/domain/access/api-key.ts';

/** How a key stands at a moment. */
export const keyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

const statusOf = (key: ApiKey, now: Date): KeyStatus => {
  if (key.status === 'REVOKED') return 'REVOKED';
  return hasExpired(key, now) ? 'EXPIRED' : 'ACTIVE';
};

/** What may be shown of a key: neither its secret, which nobody has any more, nor the digest of it. */
export const keyView = (key: ApiKey, use: ApiKeyUse | undefined, now: Date) => ({
  keyId: key.keyId,
  client: key.client,
  scopes: key.scopes,
  plan: key.plan,
  sandbox: key.sandbox ?? false,
  status: statusOf(key, now),
  createdAt: key.createdAt,
  expiresAt: key.expiresAt ?? null,
  revokedAt: key.revokedAt ?? null,
  firstUsedAt: use?.firstUsedAt ?? null,
  lastUsedAt: use?.lastUsedAt ?? null,
  rotatedFrom: key.rotatedFrom ?? null,
  rotatedTo: key.rotatedTo ?? null,
});
export type KeyView = ReturnType<typeof keyView>;
