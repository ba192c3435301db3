import { useOfKey, useOfKeys } from '../../../shared/data-access/access/key-use.ts';
import type { Run } from '../command.ts';
import { nextPageText, type PageOptions, pageOf } from '../page.ts';
import { type KeyStatus, keyTable, keyText, keyView, trailData, trailTable } from './key-view.ts';
import { withKeys } from './with-keys.ts';

interface ListOptions extends PageOptions {
  readonly client?: string;
  readonly status?: KeyStatus;
}

/** `waypost keys list` */
export const listKeys: Run<ListOptions> = (context, { client, status, ...options }) =>
  withKeys(context, async ({ keys, stack: { database, tables } }) => {
    const [{ keys: all }, uses] = await Promise.all([
      keys.list(),
      useOfKeys({ client: database, tableName: tables.apiKeyUse }),
    ]);
    const now = new Date();
    const selected = all
      .map((key) => keyView(key, uses.get(key.keyId), now))
      .filter((key) => client === undefined || key.client === client)
      .filter((key) => status === undefined || key.status === status);
    const page = pageOf(selected, ({ keyId }) => keyId, options);
    return {
      data: { keys: page.items, next: page.next },
      text: page.items.length === 0 ? 'no keys' : `${keyTable(page.items)}${nextPageText(page)}`,
    };
  });

/** `waypost keys show`. Throws OperatorError if there is no such key. */
export const showKey: Run<{ readonly keyId: string }> = (context, { keyId }) =>
  withKeys(context, async ({ keys, stack: { database, tables } }) => {
    const record = await keys.find(keyId);
    const use = await useOfKey({ client: database, tableName: tables.apiKeyUse }, keyId);
    const trail = await keys.trail(keyId);
    const view = keyView(record, use, new Date());
    return { data: { ...view, trail: trail.map(trailData) }, text: keyText(view, trail) };
  });

interface AuditOptions extends PageOptions {
  readonly client?: string;
  readonly key?: string;
  readonly since?: Date;
}

/** `waypost keys audit`: the trail of all keys or of one, oldest first. Throws OperatorError if there is no such key. */
export const auditKeys: Run<AuditOptions> = (context, { client, key, since, ...options }) =>
  withKeys(context, async ({ keys }) => {
    const all = await keys.trail(key);
    // A key that is older than the trail has no entries.
    if (key !== undefined && all.length === 0) await keys.find(key);
    const selected = all
      .filter(({ details }) => client === undefined || details.client === client)
      .filter(({ at }) => since === undefined || at >= since.toISOString());
    const page = pageOf(selected, ({ keyId, event }) => `${keyId} ${event}`, options);
    return {
      data: { entries: page.items.map(trailData), next: page.next },
      text: page.items.length === 0 ? 'no entries' : `${trailTable(page.items)}${nextPageText(page)}`,
    };
  });
