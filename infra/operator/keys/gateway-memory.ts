import { setTimeout as delay } from 'node:timers/promises';
import type { ClientGateway, OperatedStack } from '../stack/operated-stack.ts';

/** Says of a key that has just ended how long the gateway may go by what it remembers of it, and what ends that. */
export const mayBeLetThrough = (
  stack: Pick<OperatedStack, 'authoriserCacheSeconds' | 'command'>,
  keyId: string,
  which: string,
): string => {
  const until = new Date(Date.now() + stack.authoriserCacheSeconds * 1_000).toISOString();
  const again = stack.command(`waypost keys revoke ${keyId} --now`);
  return `The gateway may let ${which} through until ${until}. To end that too: \`${again}\`\n`;
};

/**
 * Makes the gateway forget all keys, and again when every answer has ended that the authoriser began before the key was
 * revoked: such an answer would bring the key back. Throws OperatorError.
 */
export const forgetRevoked = async (
  gateway: Pick<ClientGateway, 'forgetKeys' | 'answersWithin'>,
  revokedAt: Date,
): Promise<void> => {
  await gateway.forgetKeys();
  const rest = revokedAt.getTime() + gateway.answersWithin - Date.now();
  if (rest <= 0) return;
  // A clock that is wrong must not make anybody wait for longer.
  const wait = Math.min(rest, gateway.answersWithin);
  process.stderr.write(
    `The gateway has forgotten all keys, and does so again in ${Math.ceil(wait / 1_000)} s: answers that were under way may bring some back.\n`,
  );
  await delay(wait);
  await gateway.forgetKeys();
};
