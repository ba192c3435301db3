import type { ApiKey } from '../../../shared/domain/access/api-key.ts';
import { textTable } from '../terminal/text-table.ts';

/** What may be shown of a key: neither its secret, which nobody has any more, nor the digest of it. */
const shownKey = (key: ApiKey, now: Date) => ({
  keyId: key.keyId,
  client: key.client,
  scopes: key.scopes,
  plan: key.plan,
  status:
    key.status === 'ACTIVE' && key.expiresAt !== undefined && new Date(key.expiresAt) <= now
      ? 'EXPIRED'
      : key.status,
  createdAt: key.createdAt,
  expiresAt: key.expiresAt ?? null,
});

const headings = ['KEY ID', 'CLIENT', 'SCOPES', 'PLAN', 'STATUS', 'CREATED', 'EXPIRES'];

/** The keys in their order: one JSON array, or a table for people. Never a secret. */
export const keyListText = (keys: readonly ApiKey[], asJson: boolean, now: Date): string => {
  const shown = keys.map((key) => shownKey(key, now));
  if (asJson) return JSON.stringify(shown, null, 2);
  const rows = shown.map(({ keyId, client, scopes, plan, status, createdAt, expiresAt }) => [
    keyId,
    client,
    scopes.join(','),
    plan,
    status,
    createdAt,
    expiresAt ?? 'never',
  ]);
  return textTable(headings, rows);
};
