import type { OperatedStack } from '../stack/operated-stack.ts';

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
