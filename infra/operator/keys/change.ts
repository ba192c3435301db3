import { setTimeout as delay } from 'node:timers/promises';
import { checkExpiryChange, checkRotation } from '../../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../../shared/data-access/access/key-request.ts';
import { readPortalKey, storePortalKey } from '../../../shared/data-access/access/portal-key.ts';
import type { ApiKey, Plan } from '../../../shared/domain/access/api-key.ts';
import { browserGrant, isLocalOrigin } from '../../../shared/domain/access/browser-key.ts';
import { portalKeyPath } from '../../../shared/domain/access/portal-key.ts';
import type { Scope } from '../../../shared/domain/access/scope.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { asWord } from '../../local/command-words.ts';
import type { Run } from '../command.ts';
import { errorMessage, OperatorError, UsageError } from '../errors.ts';
import type { ClientGateway, OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, say } from '../terminal/output.ts';
import { removeClient, withAdmittedClient } from './sync.ts';
import { keyView } from './view.ts';
import { type StackKeys, withKeys } from './with-keys.ts';

interface ReasonOption {
  readonly reason?: string;
}

interface IssueOptions extends ReasonOption {
  readonly client: string;
  /** Scopes of the key. Absent for a browser key. */
  readonly scope?: readonly Scope[];
  readonly plan: Plan;
  readonly browser?: boolean;
  readonly origin?: readonly string[];
  /** ISO 8601 (UTC) or `never` (default: after the usual lifetime). */
  readonly expires?: string;
  readonly sandbox?: boolean;
  readonly sameClient?: boolean;
}

export const issueKey: Run<IssueOptions> = (context, options) => {
  const { client, expires, sandbox = false, sameClient, reason } = options;
  checkBrowserOptions(options);
  const expiresAt = expires === 'never' ? undefined : (expires ?? usualExpiry(sandbox));
  requireReason(sandbox, expiresAt, reason);
  return withKeys(context, async (opened) => {
    const { stack, keys } = opened;
    const granted = grantOf(stack, options);
    requireReasonOfPlan(stack, granted.plan, reason);
    if (!sameClient) await rejectKnownClient(opened, client);
    const by = await stack.actor();
    const request: KeyRequest = { client, ...granted, expiresAt, sandbox: sandbox || undefined };
    const { token, record } = await withAdmittedClient(stack, request, () => {
      explainInterrupt(stack, client);
      return keys.issue(request, { by, reason });
    });
    return {
      data: { key: token, ...keyView(record) },
      text: token,
      notes: [`Key ${record.keyId}. ${saveKeyNote}${expiryNote(record)}`],
      onUnprinted: () => revokeUnprinted(opened, record.keyId, by),
    };
  });
};

const portalClient = 'Waypost portal';

export const replacePortalKey: Run<ReasonOption> = (context, { reason = 'for the locator of the portal' }) =>
  withKeys(context, async ({ stack, keys }) => {
    const origins = [...(await stack.portalOrigins())];
    const change = { by: await stack.actor(), reason };
    const sandbox = stack.hasFirewall ? undefined : true;
    const request: KeyRequest = { client: portalClient, ...browserGrants(origins), sandbox };
    const { token, record } = await withAdmittedClient(stack, request, () => keys.issue(request, change));
    // If this fails, the key may have been stored anyway. It is revoked when the command is repeated.
    await storePortalKey(stack.published, token);
    const { keys: issued } = await keys.list();
    const active = issued.filter(({ client, status }) => client === portalClient && status === 'ACTIVE');
    // Another command that runs at the same time may have stored its own key, or revoked this one.
    const isServed = (await readPortalKey(stack.published)) === token;
    if (!isServed || !active.some(({ keyId }) => keyId === record.keyId))
      throw new OperatorError("the portal's key was replaced by another command in the meantime", {
        code: 'busy',
        remedy: `Run it again when the other command has finished: ${stack.command('waypost keys portal')}`,
      });
    const replaced = active.filter(
      ({ keyId, createdAt }) => keyId !== record.keyId && createdAt <= record.createdAt,
    );
    for (const { keyId } of replaced)
      await keys.revoke(keyId, { ...change, reason: `replaced by ${record.keyId}` });
    const address = new URL(portalKeyPath, origins[0]).href;
    const revoked = replaced.map(({ keyId }) => keyId);
    const notes = [`The locator now searches with key ${record.keyId}, which never expires.`];
    if (revoked.length > 0)
      notes.push(`Revoked ${revoked.join(', ')}. Open pages fetch the new key when they are reloaded.`);
    return { data: { key: token, address, ...keyView(record), revoked }, text: address, notes };
  });

const checkBrowserOptions = ({ browser, scope, origin = [], sandbox }: IssueOptions): void => {
  if (!browser && scope === undefined)
    throw new UsageError(
      'neither --scope nor --browser is given',
      'Use --scope to specify what the key grants access to, or use --browser',
    );
  if (browser && origin.length === 0)
    throw new UsageError('a browser key needs origins', 'Use --origin to list its websites');
  if (!browser && origin.length > 0)
    throw new UsageError('only browser keys have origins', 'Add --browser, or omit --origin');
  if (!sandbox && origin.some(isLocalOrigin))
    throw new UsageError(
      'local origins are only for sandbox keys',
      'Add --sandbox, or use the origin of a website',
    );
};

/** Returns the granted access. Live browser keys need a firewall, which limits requests by IP address. */
const grantOf = (stack: OperatedStack, { browser, scope = [], plan, origin = [], sandbox }: IssueOptions) => {
  if (!browser) return { scopes: [...scope], plan, environment: stack.keyEnvironment };
  if (!stack.hasFirewall && !sandbox)
    throw new UsageError(
      'without a firewall, browser keys are only for tests',
      'Add --sandbox, or choose a stage with a firewall',
    );
  return browserGrants(origin);
};

const browserGrants = (origins: readonly string[]) => ({
  ...browserGrant,
  scopes: [...browserGrant.scopes],
  origins: [...new Set(origins)],
});

const usualDays = (sandbox: boolean): number => (sandbox ? 90 : 365);

const usualExpiry = (sandbox: boolean): string =>
  new Date(Date.now() + usualDays(sandbox) * dayMilliseconds).toISOString();

/** Throws UsageError if a key would outlast the usual lifetime without a reason. An absent expiry means never. */
const requireReason = (sandbox: boolean, expiresAt: string | undefined, reason: string | undefined): void => {
  if (reason !== undefined) return;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(usualExpiry(sandbox))) return;
  throw new UsageError(
    `a ${sandbox ? 'sandbox key' : 'key'} that is valid for more than ${usualDays(sandbox)} days needs a reason`,
    'Give one with --reason, or choose an earlier expiry',
  );
};

const requireReasonOfPlan = (
  { keyEnvironment }: Pick<OperatedStack, 'keyEnvironment'>,
  plan: Plan,
  reason: string | undefined,
): void => {
  if (plan === 'unlimited' && keyEnvironment === 'live' && reason === undefined)
    throw new UsageError(
      'a live key with the plan unlimited needs a reason',
      'Give one with --reason, or choose another --plan',
    );
};

/** Rejects the name of a client with keys, because such clients share limits and idempotency keys. */
const rejectKnownClient = async ({ keys, stack }: StackKeys, client: string): Promise<void> => {
  const { keys: issued } = await keys.list();
  if (!issued.some((key) => key.client === client)) return;
  const list = stack.command(`waypost keys list --client ${asWord(client)}`);
  throw new UsageError(
    'a client with this name already has keys, and would share its limits with the new client',
    `If it is the same client (\`${list}\`), use --same-client; otherwise choose another name`,
  );
};

const saveKeyNote = 'Save this key now: it is shown only once and is not stored.';

const expiryNote = ({ expiresAt }: ApiKey): string =>
  expiresAt === undefined ? '' : ` It expires at ${expiresAt}.`;

/** Explains what to do about a key that is not shown because of an interruption, until the command ends. */
const explainInterrupt = ({ command }: OperatedStack, client: string): void => {
  const list = command(`waypost keys list --client ${asWord(client)}`);
  const replace = command('waypost keys rotate KEY_ID --overlap 0d');
  onInterrupt(`a key may have been issued (\`${list}\`). If it was not shown, replace it: \`${replace}\``);
};

/** Revokes a key that could not be printed, so that no valid key without an owner remains. */
const revokeUnprinted = async ({ stack, keys }: StackKeys, keyId: string, by: string): Promise<string> => {
  const issued = `the key ${keyId} was issued, but could not be shown`;
  try {
    await keys.revoke(keyId, { by, reason: 'could not be shown when it was issued' });
    return `${issued}, and has been revoked. Run the command again with --same-client`;
  } catch (error) {
    const revoke = stack.command(`waypost keys revoke ${asWord(keyId)}`);
    return `${issued} or revoked (${errorMessage(error)}). Revoke it with \`${revoke}\`, and run the command again with --same-client`;
  }
};

/** `waypost keys rotate`. `overlap` is in milliseconds. */
export const rotateKey: Run<ReasonOption & { keyId: string; overlap: number; expires?: string }> = (
  context,
  { keyId, overlap, expires, reason },
) =>
  withKeys(context, async ({ stack, keys }) => {
    const before = await keys.find(keyId);
    // Checked before the client is added to the gateway, which must not know clients whose keys have expired.
    checkRotation(before, new Date());
    const expiresAt = expires ?? (await keys.renewedExpiry(before));
    requireReason(before.sandbox ?? false, expiresAt, reason);
    requireReasonOfPlan(stack, before.plan, reason);
    const change = { by: await stack.actor(), reason };
    const rotation = { overlap, environment: stack.keyEnvironment, expiresAt };
    const { token, record, old } = await withAdmittedClient(stack, before, () => {
      explainInterrupt(stack, before.client);
      return keys.rotate(keyId, rotation, change);
    });
    const notes = [
      `Key ${record.keyId}. ${saveKeyNote}${expiryNote(record)} The old key, ${keyId}, is valid until ${old.expiresAt}.`,
    ];
    if (overlap < stack.authoriserCacheSeconds * 1_000) notes.push(cacheNote(stack, keyId, 'the old one'));
    return {
      data: { key: token, ...keyView(record), old: keyView(old) },
      text: token,
      notes,
      // The old key cannot be rotated again, but the new one can.
      onUnprinted: () =>
        `the key ${keyId} was rotated, but its successor ${record.keyId} could not be shown. To replace it: \`${stack.command(`waypost keys rotate ${asWord(record.keyId)} --overlap 0d`)}\``,
    };
  });

export const expireKey: Run<ReasonOption & { keyId: string; at?: string; never?: boolean }> = async (
  context,
  { keyId, at, never, reason },
) => {
  if (at === undefined && !never)
    throw new UsageError('neither --at nor --never is given', 'Set the expiry with --at, or use --never');
  return withKeys(context, async ({ stack, keys }) => {
    const before = await keys.find(keyId);
    checkExpiryChange(before, at);
    requireReason(before.sandbox ?? false, at, reason);
    const change = { by: await stack.actor(), reason };
    // The client may have been removed from the gateway when its key expired.
    const changed = await withAdmittedClient(stack, before, () => keys.expire(keyId, at, change));
    const end = changed.expiresAt === undefined ? 'does not expire' : `expires at ${changed.expiresAt}`;
    return { data: keyView(changed), notes: [`Key ${keyId} of ${changed.client} ${end}.`] };
  });
};

export const changeOrigins: Run<ReasonOption & { keyId: string; add?: string[]; remove?: string[] }> = async (
  context,
  { keyId, add = [], remove = [], reason },
) => {
  if (add.length + remove.length === 0)
    throw new UsageError(
      'neither --add nor --remove is given',
      'Use --add to add websites, or --remove to remove them',
    );
  return withKeys(context, async ({ stack, keys }) => {
    const change = { by: await stack.actor(), reason };
    const changed = await keys.changeOrigins(keyId, { add, remove }, change);
    return {
      data: keyView(changed),
      notes: [
        `Key ${keyId} of ${changed.client} works on ${changed.origins?.join(', ')}. The gateway may apply the old list until ${cacheEnd(stack)}.`,
      ],
    };
  });
};

/** `waypost keys revoke`. Also fails if the gateway may still accept the key despite `--now`. */
export const revokeKey: Run<ReasonOption & { keyId: string; now?: boolean }> = (
  context,
  { keyId, now: evictsCache = false, reason },
) =>
  withKeys(context, async (opened) => {
    const { stack, keys } = opened;
    const before = await keys.find(keyId);
    const revoked = await keys.revoke(keyId, { by: await stack.actor(), reason });
    const { client, revokedAt } = revoked;
    const wasRevoked = before.status === 'REVOKED';
    const since = wasRevoked ? `was revoked at ${revokedAt ?? 'a time that was not recorded'}` : 'is revoked';
    const notes = [`Key ${keyId} of ${client} ${since}.`];
    if (evictsCache) {
      using _ = onInterrupt(
        `key ${keyId} is revoked, but the gateway may still accept it. To prevent that: \`${stack.command(`waypost keys revoke ${keyId} --now`)}\``,
      );
      await evictRevoked(stack.gateway, new Date(revokedAt ?? 0));
      notes.push('The gateway has evicted all cached keys, so it now rejects the key.');
    } else if (!wasRevoked) notes.push(cacheNote(stack, keyId, 'it'));
    notes.push(...(await removeClient(opened, revoked)));
    return { data: keyView(revoked), notes };
  });

/** Time by which all current entries in the gateway's cache have expired. */
const cacheEnd = ({ authoriserCacheSeconds }: OperatedStack): string =>
  new Date(Date.now() + authoriserCacheSeconds * 1_000).toISOString();

const cacheNote = (stack: OperatedStack, keyId: string, which: string): string =>
  `The gateway may accept ${which} until ${cacheEnd(stack)}. To prevent that: \`${stack.command(`waypost keys revoke ${keyId} --now`)}\``;

/** Evicts all cached keys, and again when no authoriser call from before the revocation is pending. */
const evictRevoked = async (gateway: ClientGateway, revokedAt: Date): Promise<void> => {
  await gateway.evictKeys();
  const remaining = revokedAt.getTime() + gateway.maxPendingMilliseconds - Date.now();
  if (remaining <= 0) return;
  // Bounds the wait if the clock is wrong.
  const wait = Math.min(remaining, gateway.maxPendingMilliseconds);
  say(
    `The gateway has evicted all cached keys, and will evict them again in ${Math.ceil(wait / 1_000)} s, because pending authoriser calls may cache some of them again.`,
  );
  await delay(wait);
  await gateway.evictKeys();
};
