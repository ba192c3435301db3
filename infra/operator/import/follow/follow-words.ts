import type { OperatedStack } from '../../stack/operated-stack.ts';

/** Text as one word of a command line. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command that follows the import of a file once more. */
export const followAgain = (stack: Pick<OperatedStack, 'option'>, key: string): string =>
  `waypost import follow ${quoted(key)} ${stack.option}`;
