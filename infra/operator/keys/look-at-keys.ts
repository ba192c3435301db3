import { useOfKey, useOfKeys } from '../../../shared/data-access/access/key-use.ts';
import type { StackChoice } from '../stack/open-stack.ts';
import { visibleJson } from '../terminal/visible-text.ts';
import { keyListText } from './key-list.ts';
import { keyText } from './key-text.ts';
import { type KeyStatus, keyView } from './key-view.ts';
import { trailText } from './trail-text.ts';
import { withKeys } from './with-keys.ts';

interface ListOptions extends StackChoice {
  readonly json?: boolean;
  readonly client?: string;
  readonly status?: KeyStatus;
}

const printJson = (value: unknown): void => void process.stdout.write(`${visibleJson(value, 2)}\n`);

/** `waypost keys list` */
export const listKeys = ({ json = false, client, status, ...choice }: ListOptions): Promise<void> =>
  withKeys(choice, async (keys, { database, tables }) => {
    const [{ keys: all }, uses] = await Promise.all([
      keys.list(),
      useOfKeys({ client: database, tableName: tables.apiKeyUse }),
    ]);
    const now = new Date();
    const shown = all
      .map((key) => keyView(key, uses.get(key.keyId), now))
      .filter((key) => client === undefined || key.client === client)
      .filter((key) => status === undefined || key.status === status);
    if (json) printJson(shown);
    else process.stdout.write(shown.length === 0 ? 'no keys\n' : `${keyListText(shown)}\n`);
  });

/** `waypost keys show`: all that is known of one key. Throws OperatorError where there is no such key. */
export const showKey = (
  keyId: string,
  { json = false, ...choice }: StackChoice & { readonly json?: boolean },
): Promise<void> =>
  withKeys(choice, async (keys, { database, tables }) => {
    const record = await keys.find(keyId);
    const use = await useOfKey({ client: database, tableName: tables.apiKeyUse }, keyId);
    const trail = await keys.trail(keyId);
    const view = keyView(record, use, new Date());
    if (json) printJson({ ...view, trail });
    else process.stdout.write(`${keyText(view, trail)}\n`);
  });

interface AuditOptions extends StackChoice {
  readonly client?: string;
  readonly key?: string;
  /** ISO 8601, UTC. */
  readonly since?: string;
  readonly json?: boolean;
}

/**
 * `waypost keys audit`: who did what to which key, when and why, oldest first. Throws OperatorError where there is no
 * such key.
 */
export const auditKeys = ({ client, key, since, json = false, ...choice }: AuditOptions): Promise<void> =>
  withKeys(choice, async (keys) => {
    const all = await keys.trail(key);
    // A key that is older than the trail has none; one that was never there is a slip.
    if (key !== undefined && all.length === 0) await keys.find(key);
    const trail = all
      .filter(({ details }) => client === undefined || details.client === client)
      .filter(({ at }) => since === undefined || at >= since);
    if (json) printJson(trail);
    else process.stdout.write(trail.length === 0 ? 'no entries\n' : `${trailText(trail)}\n`);
  });
