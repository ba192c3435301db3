import type { KeyRepository } from '../../../shared/data-access/access/key-repository.ts';
import { asWord } from '../../local/command-words.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError } from '../operator-error.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { printed, UnwrittenOutput } from '../terminal/printed.ts';

/** A key that was just made, the only time that its text is known. */
interface NewKey {
  readonly token: string;
  /** What is said of it after it was shown. */
  readonly more: string;
  /** Does or says what is to become of a key that nobody has seen, and answers with that in words. */
  readonly unseen: () => Promise<string> | string;
}

/**
 * Shows a new key alone on standard output, so that a script can take it from there. Throws OperatorError where standard
 * output did not take it.
 */
export const handOver = async ({ token, more, unseen }: NewKey): Promise<void> => {
  try {
    await printed(`${token}\n`);
  } catch (cause) {
    if (!(cause instanceof UnwrittenOutput)) throw cause;
    throw new OperatorError(await unseen(), { cause });
  }
  process.stderr.write(`Keep this key now: it is shown this once and stored nowhere.${more}\n`);
};

/** Ends an issued key that nobody has seen, so that none stays which works and is nobody's. */
export const revokeUnseen = async (
  keys: Pick<KeyRepository, 'revoke'>,
  stack: Pick<OperatedStack, 'command'>,
  { keyId, by }: { readonly keyId: string; readonly by: string },
): Promise<string> => {
  const issued = `the key ${keyId} was issued, but could not be shown`;
  try {
    await keys.revoke(keyId, { by, reason: 'could not be shown when it was issued' });
    return `${issued}, and is revoked: issue another`;
  } catch (error) {
    const revoke = stack.command(`waypost keys revoke ${asWord(keyId)}`);
    return `${issued}, nor be revoked (${errorMessage(error)}): revoke it by \`${revoke}\`, and issue another`;
  }
};

/** What a rotation leaves whose new key nobody has seen. The old one cannot be rotated twice, but the new one can. */
export const unseenSuccessor = (
  stack: Pick<OperatedStack, 'command'>,
  { keyId, oldKeyId }: { readonly keyId: string; readonly oldKeyId: string },
): string =>
  `the key ${oldKeyId} was rotated, but its successor ${keyId} could not be shown: to be shown another in its place, \`${stack.command(`waypost keys rotate ${asWord(keyId)} --overlap 0d`)}\``;
