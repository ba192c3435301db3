import {
  ApiKeyNotChanged,
  type KeyRepository,
  keyRepository,
  UnknownApiKey,
} from '../../../shared/data-access/access/key-repository.ts';
import { asWord } from '../../local/command-words.ts';
import { OperatorError } from '../operator-error.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** What is wrong, and the way out. */
const inWords = (error: ApiKeyNotChanged, stack: Pick<OperatedStack, 'command'>): string => {
  const { reason, successor } = error;
  const next =
    successor === undefined
      ? `issue another: \`${stack.command('waypost keys issue --client NAME')}\``
      : `${asWord(successor)} took over from it: \`${stack.command(`waypost keys show ${asWord(successor)}`)}\``;
  return {
    revoked: `the key is revoked, which is for good; ${next}`,
    expired: `the key has expired; give it another end by \`${stack.command('waypost keys expire KEY_ID --at WHEN')}\` first, or issue another`,
    rotated: `the key was rotated before; ${next}`,
  }[reason];
};

const explained = (error: unknown, stack: Pick<OperatedStack, 'command'>): unknown => {
  if (error instanceof UnknownApiKey)
    return new OperatorError(
      `there is no key of this id; \`${stack.command('waypost keys list')}\` shows which there are`,
      { cause: error },
    );
  return error instanceof ApiKeyNotChanged
    ? new OperatorError(inWords(error, stack), { cause: error })
    : error;
};

/** Opens the stack and its keys for one command. Throws OperatorError for a key that is not there or cannot be changed so. */
export const withKeys = <T>(
  choice: StackChoice,
  use: (keys: KeyRepository, stack: OperatedStack) => Promise<T>,
): Promise<T> =>
  withStack(choice, async (stack) => {
    try {
      return await use(keyRepository({ client: stack.database, tables: stack.tables }), stack);
    } catch (error) {
      throw explained(error, stack);
    }
  });

/** Who makes a change, found before anything is changed, and why. Throws OperatorError. */
export const changeBy = async (
  stack: Pick<OperatedStack, 'actor'>,
  { reason }: { readonly reason?: string },
) => ({ by: await stack.actor(), ...(reason !== undefined && { reason }) });
