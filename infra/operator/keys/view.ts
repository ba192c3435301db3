import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import { readKeyUse, readKeyUses } from '../../../shared/data-access/access/key-use.ts';
import {
  type ApiKey,
  type ApiKeyEvent,
  type ApiKeyUse,
  hasExpired,
} from '../../../shared/domain/access/api-key.ts';
import type { Run } from '../command.ts';
import { formatPage, type PageOptions, pageOf } from '../page.ts';
import { type StackTables, tableOf } from '../stack/operated-stack.ts';
import { fieldLines, formatDetails, textTable } from '../terminal/text.ts';
import { withKeys } from './with-keys.ts';

export type KeyStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

/** `waypost keys list`. `ending` is the latest expiry in ISO 8601 (UTC). */
export const listKeys: Run<PageOptions & { client?: string; status?: KeyStatus; ending?: string }> = (
  context,
  { client, status, ending, ...options },
) =>
  withKeys(context, async ({ stack }) => {
    const selected = (await readViews(stack, new Date()))
      .filter((key) => client === undefined || key.client === client)
      .filter((key) => status === undefined || key.status === status)
      .filter((key) => ending === undefined || isEnding(key, ending));
    const page = pageOf('keys', selected, (key) => [key.client, `${key.createdAt} ${key.keyId}`], options);
    return {
      data: { keys: page.items, next: page.next },
      text: formatPage(page.items.map(keyRow), page, 'no keys'),
    };
  });

export const showKey: Run<{ readonly keyId: string }> = (context, { keyId }) =>
  withKeys(context, async ({ keys, stack }) => {
    const record = await keys.find(keyId);
    const use = await readKeyUse(tableOf(stack, 'apiKeyUse'), keyId);
    const trail = await keys.trail(keyId);
    const view = keyView(record, use, new Date());
    const { expiresAt, lastUsedAt } = view;
    const lastUse = lastUsedAt === null ? 'never' : `${lastUsedAt}, recorded once an hour`;
    const fields = fieldLines({ ...view, expiresAt: expiresAt ?? 'never', lastUsedAt: lastUse });
    const data = { ...view, trail: trail.map(trailData) };
    return { data, text: `${fields}\n\n${textTable(trail.map(trailRow))}` };
  });

/** Returns the active keys that expire by the given time (ISO 8601), soonest first. */
export const endingKeysOf = async (
  stack: StackTables,
  until: string,
  now: Date,
): Promise<readonly KeyView[]> => {
  const ending = (await readViews(stack, now)).filter((key) => isEnding(key, until));
  return ending.sort((one, other) => ((one.expiresAt ?? '') < (other.expiresAt ?? '') ? -1 : 1));
};

const readViews = async (stack: StackTables, now: Date) => {
  const [{ keys }, uses] = await Promise.all([
    keyRepository({ client: stack.database, tables: stack.tables }).list(),
    readKeyUses(tableOf(stack, 'apiKeyUse')),
  ]);
  return keys.map((key) => keyView(key, uses.get(key.keyId), now));
};

export const auditKeys: Run<PageOptions & { client?: string; key?: string; since?: Date }> = (
  context,
  { client, key, since, ...options },
) =>
  withKeys(context, async ({ keys }) => {
    const all = await keys.trail(key);
    // Keys issued before the audit trail existed have no entries.
    if (key !== undefined && all.length === 0) await keys.find(key);
    const selected = all
      .filter(({ details }) => client === undefined || details.client === client)
      .filter(({ at }) => since === undefined || at >= since.toISOString());
    const page = pageOf('audit', selected, ({ event, keyId }) => [event, keyId], options);
    return {
      data: { entries: page.items.map(trailData), next: page.next },
      text: formatPage(page.items.map(trailRow), page, 'no entries'),
    };
  });

/** Returns the fields of a key that may be shown. Its digest is excluded, and its secret is not stored. */
export const keyView = (key: ApiKey, use?: ApiKeyUse, now = new Date()) => ({
  keyId: key.keyId,
  client: key.client,
  scopes: key.scopes,
  plan: key.plan,
  sandbox: key.sandbox ?? false,
  origins: key.origins ?? null,
  status: key.status === 'ACTIVE' && hasExpired(key, now) ? ('EXPIRED' as const) : key.status,
  createdAt: key.createdAt,
  expiresAt: key.expiresAt ?? null,
  revokedAt: key.revokedAt ?? null,
  firstUsedAt: use?.firstUsedAt ?? null,
  lastUsedAt: use?.lastUsedAt ?? null,
  rotatedFrom: key.rotatedFrom ?? null,
  rotatedTo: key.rotatedTo ?? null,
});
type KeyView = ReturnType<typeof keyView>;

const isEnding = ({ status, expiresAt }: KeyView, until: string): boolean =>
  status === 'ACTIVE' && expiresAt !== null && Date.parse(expiresAt) <= Date.parse(until);

/** Removes the seconds, because key use is recorded only once an hour. */
const toMinutes = (instant: string | null): string => instant?.replace(/:\d\d\.\d+Z$/, 'Z') ?? 'never';

const keyRow = (key: KeyView) => ({
  keyId: key.keyId,
  client: key.client,
  scopes: key.scopes.join(','),
  plan: key.sandbox ? `${key.plan} (sandbox)` : key.plan,
  status: key.status,
  created: toMinutes(key.createdAt),
  expires: toMinutes(key.expiresAt),
  lastUsed: toMinutes(key.lastUsedAt),
});

const trailRow = ({ at, keyId, action, by, details, reason = '' }: ApiKeyEvent) => {
  const { client, ...others } = details;
  return { at, keyId, client, what: action, by, details: formatDetails(others), reason };
};

/** Returns an audit entry for scripts. If a key never expires, its expiry is null, as in lists of keys. */
const trailData = ({ event: _, details, ...entry }: ApiKeyEvent) => ({
  ...entry,
  details: Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value === 'never' ? null : value]),
  ),
});
