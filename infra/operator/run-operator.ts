import { CommanderError } from 'commander';
import { UsageError } from './operator-error.ts';
import { operatorProgram } from './program.ts';

const failure = 1;
const wrongUsage = 2;

const say = (text: string) => void process.stderr.write(`${text}\n`);

/** What an error says, with what caused it: the SDK hides a refused connection below other errors. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const own = error.message || error.name;
  return error.cause === undefined ? own : `${own} (${messageOf(error.cause)})`;
};

const report = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  say(`waypost: ${messageOf(error)}`);
  if (process.env.DEBUG?.split(',').includes('waypost')) say(error instanceof Error ? `${error.stack}` : '');
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
