import { setTimeout as delay } from 'node:timers/promises';
import { checkExpiryChange, checkRotation } from '../../../shared/data-access/access/key-repository.ts';
import type { ApiKey, Plan } from '../../../shared/domain/access/api-key.ts';
import type { Scope } from '../../../shared/domain/access/scope.ts';
import { asWord } from '../../local/command-words.ts';
import type { Run } from '../command.ts';
import { errorMessage, UsageError } from '../errors.ts';
import type { ClientGateway, OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, say } from '../terminal/output.ts';
import { visible } from '../terminal/text.ts';
import { keyView } from './look.ts';
import { admitClient, removeClient } from './sync.ts';
import { type StackKeys, withKeys } from './with-keys.ts';

interface Reasoned {
  readonly reason?: string;
}

interface IssueOptions extends Reasoned {
  readonly client: string;
  readonly scope: readonly Scope[];
  readonly plan: Plan;
  /** ISO 8601, UTC; never if absent. */
  readonly expires?: string;
  readonly sandbox?: boolean;
}

/**
 * `waypost keys issue`: prints only the key, so that a script can read it. Throws OperatorError, also if the key could not
 * be printed.
 */
export const issueKey: Run<IssueOptions> = (context, options) =>
  withKeys(context, async (opened) => {
    const { stack, keys } = opened;
    const { client, scope, plan, expires, sandbox } = options;
    const change = await changeBy(stack, options);
    await admitClient(stack, { client, plan });
    const request = {
      client,
      scopes: [...scope],
      plan,
      environment: stack.keyEnvironment,
      ...(expires !== undefined && { expiresAt: expires }),
      ...(sandbox && { sandbox: true as const }),
    };
    const { token, record } = await keys.issue(request, change);
    return {
      data: { key: token, ...keyView(record) },
      text: token,
      notes: [`Key ${record.keyId}. ${saveKey}${expiryNote(record)}`],
      onUnprinted: () => revokeUnprinted(opened, record.keyId, change.by),
    };
  });

const saveKey = 'Save this key now: it is shown only once and is not stored.';

const expiryNote = ({ expiresAt }: ApiKey): string =>
  expiresAt === undefined ? '' : ` It expires at ${expiresAt}.`;

/** Revokes an issued key that nobody has seen, so that no valid key without an owner remains. */
const revokeUnprinted = async ({ stack, keys }: StackKeys, keyId: string, by: string): Promise<string> => {
  const issued = `the key ${keyId} was issued, but could not be shown`;
  try {
    await keys.revoke(keyId, { by, reason: 'could not be shown when it was issued' });
    return `${issued}, and is revoked: issue another`;
  } catch (error) {
    const revoke = stack.command(`waypost keys revoke ${asWord(keyId)}`);
    return `${issued}, nor be revoked (${errorMessage(error)}): revoke it with \`${revoke}\`, and issue another`;
  }
};

interface RotateOptions extends Reasoned {
  readonly keyId: string;
  /** Milliseconds. */
  readonly overlap: number;
  readonly expires?: string;
}

/** `waypost keys rotate`: prints only the new key. Throws OperatorError. */
export const rotateKey: Run<RotateOptions> = (context, { keyId, overlap, expires, ...options }) =>
  withKeys(context, async ({ stack, keys }) => {
    const before = await keys.find(keyId);
    // First, so that the gateway does not get to know a client whose key has ended.
    checkRotation(before, new Date());
    const change = await changeBy(stack, options);
    await admitClient(stack, before);
    const rotation = { overlap, environment: stack.keyEnvironment, expiresAt: expires };
    const { token, record, old } = await keys.rotate(keyId, rotation, change);
    const notes = [
      `Key ${record.keyId}. ${saveKey}${expiryNote(record)} The old one, ${keyId}, is valid until ${old.expiresAt}.`,
    ];
    if (overlap < stack.authoriserCacheSeconds * 1_000) notes.push(cacheNote(stack, keyId, 'the old one'));
    return {
      data: { key: token, ...keyView(record), old: keyView(old) },
      text: token,
      notes,
      // The old key cannot be rotated twice, but the new one can be.
      onUnprinted: () =>
        `the key ${keyId} was rotated, but its successor ${record.keyId} could not be shown: to get another in its place, \`${stack.command(`waypost keys rotate ${asWord(record.keyId)} --overlap 0d`)}\``,
    };
  });

interface ExpireOptions extends Reasoned {
  readonly keyId: string;
  /** ISO 8601, UTC. */
  readonly at?: string;
  readonly never?: boolean;
}

/** `waypost keys expire`. Throws OperatorError, UsageError. */
export const expireKey: Run<ExpireOptions> = async (context, { keyId, at, never, ...options }) => {
  if (at === undefined && !never)
    throw new UsageError('neither --at nor --never is given', {
      remedy: 'Say when the key expires with --at, or that it does not with --never',
    });
  return withKeys(context, async ({ stack, keys }) => {
    const before = await keys.find(keyId);
    checkExpiryChange(before, at);
    const change = await changeBy(stack, options);
    // A client whose key had expired may have left the gateway.
    await admitClient(stack, before);
    const changed = await keys.expire(keyId, at, change);
    const end = changed.expiresAt === undefined ? 'does not expire' : `expires at ${changed.expiresAt}`;
    return {
      data: keyView(changed),
      notes: [`Key ${keyId} of ${visible(changed.client)} ${end}.`],
    };
  });
};

interface RevokeOptions extends Reasoned {
  readonly keyId: string;
  readonly now?: boolean;
}

/**
 * `waypost keys revoke`. Throws OperatorError if there is no such key, and if with `--now` the gateway may still let it
 * through.
 */
export const revokeKey: Run<RevokeOptions> = (context, { keyId, now: atOnce = false, ...options }) =>
  withKeys(context, async (opened) => {
    const { stack, keys } = opened;
    const before = await keys.find(keyId);
    const revoked = await keys.revoke(keyId, await changeBy(stack, options));
    const { client, revokedAt } = revoked;
    const wasRevoked = before.status === 'REVOKED';
    const since = wasRevoked ? `was revoked at ${revokedAt ?? 'a time that was not recorded'}` : 'is revoked';
    const notes = [`Key ${keyId} of ${visible(client)} ${since}.`];
    if (atOnce) {
      const forget = onInterrupt(
        `key ${keyId} is revoked, but the gateway may still let it through. To end that: \`${stack.command(`waypost keys revoke ${keyId} --now`)}\``,
      );
      await evictRevoked(stack.gateway, new Date(revokedAt ?? 0)).finally(forget);
      notes.push('The gateway has evicted all cached keys: the key is rejected from now on.');
    } else if (!wasRevoked) notes.push(cacheNote(stack, keyId, 'it'));
    notes.push(...(await removeClient(opened, revoked)));
    return { data: keyView(revoked), notes };
  });

/** Who makes a change, found before anything is changed, and why. Throws OperatorError. */
const changeBy = async (stack: Pick<OperatedStack, 'actor'>, { reason }: Reasoned) => ({
  by: await stack.actor(),
  ...(reason !== undefined && { reason }),
});

/** Says for how long the gateway may use the cached entry of a key that has just ended, and what ends that. */
const cacheNote = (
  stack: Pick<OperatedStack, 'authoriserCacheSeconds' | 'command'>,
  keyId: string,
  which: string,
): string => {
  const until = new Date(Date.now() + stack.authoriserCacheSeconds * 1_000).toISOString();
  const again = stack.command(`waypost keys revoke ${keyId} --now`);
  return `The gateway may let ${which} through until ${until}. To end that at once: \`${again}\``;
};

/**
 * Evicts all cached keys, and again once every response has ended that the authoriser began before the key was revoked:
 * such a response would cache the key again. Throws OperatorError.
 */
const evictRevoked = async (gateway: ClientGateway, revokedAt: Date): Promise<void> => {
  await gateway.forgetKeys();
  const rest = revokedAt.getTime() + gateway.respondsWithin - Date.now();
  if (rest <= 0) return;
  // A wrong clock must not make anybody wait for longer.
  const wait = Math.min(rest, gateway.respondsWithin);
  say(
    `The gateway has evicted all cached keys, and does so again in ${Math.ceil(wait / 1_000)} s: pending responses may bring some back.`,
  );
  await delay(wait);
  await gateway.forgetKeys();
};
