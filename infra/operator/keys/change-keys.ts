import { checkExpiryChange, checkRotation } from '../../../shared/data-access/access/key-repository.ts';
import type { Plan } from '../../../shared/domain/access/api-key.ts';
import type { Scope } from '../../../shared/domain/access/scope.ts';
import { UsageError } from '../operator-error.ts';
import type { StackChoice } from '../stack/open-stack.ts';
import { visible } from '../terminal/visible-text.ts';
import { forgetRevoked, mayBeLetThrough } from './gateway-memory.ts';
import { handOver, revokeUnseen, unseenSuccessor } from './hand-over.ts';
import { changeBy, withKeys } from './with-keys.ts';

interface Reasoned extends StackChoice {
  readonly reason?: string;
}

export interface IssueOptions extends Reasoned {
  readonly client: string;
  readonly scope: readonly Scope[];
  readonly plan: Plan;
  /** ISO 8601, UTC; never where absent. */
  readonly expires?: string;
  readonly sandbox?: boolean;
}

/** `waypost keys issue`: the key alone on standard output. Throws OperatorError, also where it could not be shown. */
export const issueKey = (options: IssueOptions): Promise<void> =>
  withKeys(options, async (keys, stack) => {
    const change = await changeBy(stack, options);
    // First, so that no key is issued which the gateway would refuse.
    await stack.gateway.admit(options.client, options.plan);
    const request = {
      client: options.client,
      scopes: [...options.scope],
      plan: options.plan,
      environment: stack.keyEnvironment,
      ...(options.expires !== undefined && { expiresAt: options.expires }),
      ...(options.sandbox && { sandbox: true as const }),
    };
    const { token, record } = await keys.issue(request, change);
    await handOver({
      token,
      more: options.expires === undefined ? '' : ` It expires at ${options.expires}.`,
      unseen: () => revokeUnseen(keys, stack, { keyId: record.keyId, by: change.by }),
    });
  });

interface RotateOptions extends Reasoned {
  /** Milliseconds. */
  readonly overlap: number;
  readonly expires?: string;
}

/** `waypost keys rotate`: the new key alone on standard output. Throws OperatorError. */
export const rotateKey = (keyId: string, options: RotateOptions): Promise<void> =>
  withKeys(options, async (keys, stack) => {
    const before = await keys.find(keyId);
    // First, so that the gateway does not come to know a client whose key has ended.
    checkRotation(before, new Date());
    const change = await changeBy(stack, options);
    await stack.gateway.admit(before.client, before.plan);
    const rotation = {
      overlap: options.overlap,
      environment: stack.keyEnvironment,
      expiresAt: options.expires,
    };
    const { token, record, old } = await keys.rotate(keyId, rotation, change);
    const until = record.expiresAt === undefined ? '' : ` It expires at ${record.expiresAt}.`;
    await handOver({
      token,
      more: `${until} The old one, ${keyId}, is good until ${old.expiresAt}.`,
      unseen: () => unseenSuccessor(stack, { keyId: record.keyId, oldKeyId: keyId }),
    });
    if (options.overlap < stack.authoriserCacheSeconds * 1_000)
      process.stderr.write(mayBeLetThrough(stack, keyId, 'the old one'));
  });

interface ExpireOptions extends Reasoned {
  /** ISO 8601, UTC. */
  readonly at?: string;
  readonly never?: boolean;
}

/** `waypost keys expire`. Throws OperatorError, UsageError. */
export const expireKey = async (keyId: string, options: ExpireOptions): Promise<void> => {
  if (options.at === undefined && !options.never)
    throw new UsageError('say when the key is to end by --at, or that it is not to by --never');
  await withKeys(options, async (keys, stack) => {
    const before = await keys.find(keyId);
    checkExpiryChange(before, options.at);
    const change = await changeBy(stack, options);
    // A key that had ended may have left the gateway without its client.
    await stack.gateway.admit(before.client, before.plan);
    const { expiresAt } = await keys.expire(keyId, options.at, change);
    const end = expiresAt === undefined ? 'does not expire' : `expires at ${expiresAt}`;
    process.stderr.write(`Key ${keyId} of ${visible(before.client)} ${end}.\n`);
  });
};

/**
 * `waypost keys revoke`. Throws OperatorError where there is no such key, and where `now` was asked for and the gateway
 * may go on letting it through.
 */
export const revokeKey = (keyId: string, options: Reasoned & { readonly now?: boolean }): Promise<void> =>
  withKeys(options, async (keys, stack) => {
    const before = await keys.find(keyId);
    const { client, revokedAt } = await keys.revoke(keyId, await changeBy(stack, options));
    const wasRevoked = before.status === 'REVOKED';
    const since = wasRevoked ? `was revoked at ${revokedAt ?? 'a time that was not noted'}` : 'is revoked';
    process.stderr.write(`Key ${keyId} of ${visible(client)} ${since}.\n`);
    if (options.now) {
      await forgetRevoked(stack.gateway, new Date(revokedAt ?? 0));
      process.stderr.write('The gateway has forgotten all keys: it is refused from now on.\n');
    } else if (!wasRevoked) process.stderr.write(mayBeLetThrough(stack, keyId, 'it'));
  });
