import { inspect } from 'node:util';
import { type Command, CommanderError, type OptionValues } from 'commander';
import { isDebugging } from '../local/debugging.ts';
import type { CommandDefinition, Outcome } from './command.ts';
import { asOperatorError, type ExitCode, exitCodes, fullMessage, OperatorError } from './errors.ts';
import { operatorProgram } from './program.ts';
import type { OperatedStack } from './stack/operated-stack.ts';
import type { StackChoice } from './stack/stack-options.ts';
import { print, say, UnwrittenOutput } from './terminal/output.ts';
import { visibleJson } from './terminal/text.ts';

/**
 * Runs one command line, without the name of the program; returns the exit code. The result goes to standard output, and
 * all else to standard error; with `--json` standard output is one JSON value, also if the command fails.
 */
export const runOperator = async (args: readonly string[]): Promise<number> => {
  let exit: ExitCode = exitCodes.done;
  const program = operatorProgram(async (command, given) => {
    exit = await runCommand(program, command, given);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, isJson(args));
    if (error.exitCode === 0) return exitCodes.done;
    // Commander has printed its message.
    if (isJson(args)) await printError(asUsageError(error));
    return exitCodes.wrongUsage;
  }
};

const runCommand = async (
  program: Command,
  command: CommandDefinition,
  given: OptionValues & StackChoice & { readonly json?: boolean },
): Promise<ExitCode> => {
  const { json = false } = given;
  let stack: OperatedStack | undefined;
  const context = {
    json,
    program,
    openStack: async () => {
      const { openStack } = await import('./stack/open-stack.ts');
      stack = await openStack(given);
      return stack;
    },
  };
  try {
    const run = await command.load();
    const outcome = await run(context, given);
    await printOutcome(outcome, json);
    for (const note of outcome.notes ?? []) say(note);
    return outcome.exit ?? exitCodes.done;
  } finally {
    stack?.close();
  }
};

const printOutcome = async ({ data, text, onUnprinted }: Outcome, json: boolean): Promise<void> => {
  const output = json ? visibleJson(data) : text;
  try {
    if (output !== '') await print(`${output}\n`);
  } catch (cause) {
    // A reader that has gone has enough; the exit code tells of other causes, for all commands alike.
    if (!(cause instanceof UnwrittenOutput && onUnprinted)) return;
    throw new OperatorError(await onUnprinted(), { cause });
  }
};

const reportError = async (thrown: unknown, json: boolean): Promise<ExitCode> => {
  const error = asOperatorError(thrown);
  if (json) await printError(error);
  else if (error.result && error.result.text !== '') await print(`${error.result.text}\n`).catch(() => {});
  say(`waypost: ${fullMessage(error)}`);
  if (isDebugging()) say(inspect(thrown));
  return error.exit;
};

const printError = ({ code, message, remedy, result }: OperatorError): Promise<void> =>
  print(`${visibleJson({ ...result?.data, error: { code, message, remedy: remedy ?? null } })}\n`).catch(
    () => {},
  );

const asUsageError = ({ code, message }: CommanderError): OperatorError =>
  new OperatorError(code === 'commander.help' ? 'no command was given' : message.replace(/^error: /, ''), {
    code: 'wrong_usage',
    remedy: 'See waypost --help',
    exit: exitCodes.wrongUsage,
  });

/** Whether the command line asks for JSON, even if it cannot be parsed. */
const isJson = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
};
