import { asWord } from '../../../local/command-words.ts';
import type { OperatedStack } from '../../stack/operated-stack.ts';

/** The command that follows the import of a file once more. */
export const followAgain = (stack: Pick<OperatedStack, 'command'>, key: string): string =>
  stack.command(`waypost import follow ${asWord(key)}`);
