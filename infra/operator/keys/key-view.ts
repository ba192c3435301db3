import {
  type ApiKey,
  type ApiKeyEvent,
  type ApiKeyUse,
  hasExpired,
} from '../../../shared/domain/access/api-key.ts';
import { textTable, visible } from '../terminal/text.ts';

/** Status of a key at a given time. */
export const keyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

const statusOf = (key: ApiKey, now: Date): KeyStatus => {
  if (key.status === 'REVOKED') return 'REVOKED';
  return hasExpired(key, now) ? 'EXPIRED' : 'ACTIVE';
};

/** Returns what may be shown of a key: neither its secret, which is stored nowhere, nor its digest. */
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

/** Uses are noted once an hour: seconds would promise too much. */
const toMinutes = (instant: string): string => instant.replace(/:\d\d\.\d+Z$/, 'Z');

/** Formats keys as a table. */
export const keyTable = (keys: readonly KeyView[]): string =>
  textTable(
    ['KEY ID', 'CLIENT', 'SCOPES', 'PLAN', 'STATUS', 'CREATED', 'EXPIRES', 'LAST USED'],
    keys.map(({ keyId, client, scopes, plan, sandbox, status, createdAt, expiresAt, lastUsedAt }) => [
      keyId,
      client,
      scopes.join(','),
      sandbox ? `${plan} (sandbox)` : plan,
      status,
      toMinutes(createdAt),
      expiresAt === null ? 'never' : toMinutes(expiresAt),
      lastUsedAt === null ? 'never' : toMinutes(lastUsedAt),
    ]),
  );

/** Formats one key with its audit trail. */
export const keyText = (key: KeyView, trail: readonly ApiKeyEvent[]): string => {
  const lines: readonly (readonly [string, string | null])[] = [
    ['Key', key.keyId],
    ['Client', key.client],
    ['Scopes', key.scopes.join(',')],
    ['Plan', key.sandbox ? `${key.plan}, for tests (sandbox)` : key.plan],
    ['Status', key.status],
    ['Created', key.createdAt],
    ['Expires', key.expiresAt ?? 'never'],
    ['Revoked', key.revokedAt],
    ['First used', key.firstUsedAt ?? 'never'],
    ['Last used', key.lastUsedAt === null ? 'never' : `${key.lastUsedAt}, noted once an hour`],
    ['Replaces', key.rotatedFrom],
    ['Successor', key.rotatedTo],
  ];
  const shown = lines.flatMap(([name, value]) =>
    value === null ? [] : `${name.padEnd(16)}${visible(value)}`,
  );
  return [...shown, '', trailTable(trail)].join('\n');
};

/** Formats entries of the audit trail as a table. */
export const trailTable = (events: readonly ApiKeyEvent[]): string =>
  textTable(
    ['AT', 'KEY ID', 'CLIENT', 'WHAT', 'BY', 'DETAILS', 'REASON'],
    events.map(({ at, keyId, action, by, details: { client, ...details }, reason = '' }) => [
      at,
      keyId,
      client,
      action,
      by,
      Object.entries(details)
        .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`)
        .join(' '),
      reason,
    ]),
  );

/** Returns an entry of the audit trail for scripts, in which a key without expiry has none, as in lists of keys. */
export const trailData = ({ event: _, details, ...entry }: ApiKeyEvent) => ({
  ...entry,
  details: Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value === 'never' ? null : value]),
  ),
});
