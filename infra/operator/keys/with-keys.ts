import {
  ApiKeyNotChanged,
  type KeyRepository,
  keyRepository,
  UnknownApiKey,
} from '../../../shared/data-access/access/key-repository.ts';
import { asWord } from '../../local/command-words.ts';
import type { CommandContext, Outcome } from '../command.ts';
import { OperatorError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

export interface StackKeys {
  readonly stack: OperatedStack;
  readonly keys: KeyRepository;
}

/** Runs a command on the keys of the stack. Throws OperatorError if a key does not exist or cannot be changed. */
export const withKeys = async (
  { openStack }: CommandContext,
  use: (opened: StackKeys) => Promise<Outcome>,
): Promise<Outcome> => {
  const stack = await openStack();
  try {
    return await use({ stack, keys: keyRepository({ client: stack.database, tables: stack.tables }) });
  } catch (error) {
    if (error instanceof UnknownApiKey)
      throw new OperatorError('no key has this id', {
        code: 'not_found',
        remedy: `\`${stack.command('waypost keys list')}\` lists the keys`,
        cause: error,
      });
    if (error instanceof ApiKeyNotChanged) throw describeUnchanged(error, stack);
    throw error;
  }
};

const describeUnchanged = (error: ApiKeyNotChanged, stack: Pick<OperatedStack, 'command'>): OperatorError => {
  const { reason, successor } = error;
  const next =
    successor === undefined
      ? `Issue another: \`${stack.command('waypost keys issue --client NAME --scope SCOPE --same-client')}\``
      : `Its successor is ${asWord(successor)}: \`${stack.command(`waypost keys show ${asWord(successor)}`)}\``;
  const explanations = {
    'not for browsers': [
      'this is a secret key, which has no origins',
      `Issue a browser key: \`${stack.command('waypost keys issue --client NAME --browser --origin ORIGIN')}\``,
    ],
    revoked: ['the key is revoked permanently', next],
    expired: [
      'the key has expired',
      `Extend it first with \`${stack.command('waypost keys expire KEY_ID --at WHEN')}\`, or issue another`,
    ],
    rotated: [
      'the key was already rotated',
      `${next}. If the successor was not shown, replace it: \`${stack.command(`waypost keys rotate ${asWord(successor ?? 'KEY_ID')} --overlap 0d`)}\``,
    ],
  } as const;
  const [message, remedy] = explanations[reason];
  return new OperatorError(message, { remedy, cause: error });
};
