import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { isDebugging } from '../local/debugging.ts';
import { errorMessage } from './error-message.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { operatorProgram } from './program.ts';
import { visibleParagraphs } from './terminal/visible-text.ts';

const failure = 1;
const wrongUsage = 2;

/** Errors quote what files and stores say. */
const say = (text: string) => void process.stderr.write(`${visibleParagraphs(text)}\n`);

const report = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  const isExplained = error instanceof OperatorError || error instanceof UsageError;
  say(`waypost: ${isExplained ? error.message : errorMessage(error)}`);
  if (isDebugging()) say(inspect(error));
  return error instanceof UsageError ? wrongUsage : failure;
};

/** Runs one command line, without the program's name; answers with the exit status. */
export const runOperator = async (args: readonly string[]): Promise<number> => {
  let status = 0;
  const program = operatorProgram((ended) => {
    status = ended;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    return report(error);
  }
};
