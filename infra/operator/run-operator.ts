import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { isDebugging } from '../local/debugging.ts';
import type { Outcome } from './command.ts';
import { asOperatorError, type ExitCode, exitCodes, fullMessage, OperatorError } from './errors.ts';
import { operatorProgram } from './program.ts';
import { openStack } from './stack/open-stack.ts';
import type { OperatedStack } from './stack/operated-stack.ts';
import { isJson, print, say, UnwrittenOutput } from './terminal/output.ts';
import { visibleJson } from './terminal/text.ts';

/**
 * Runs a command line, given without the program's name, and returns the exit code. The result goes to standard output,
 * everything else to standard error. With `--json`, standard output is one JSON value even if the command fails.
 */
export const runOperator = async (args: readonly string[]): Promise<number> => {
  let exit: ExitCode = exitCodes.done;
  let stack: OperatedStack | undefined;
  const program = operatorProgram(async (load, given) => {
    const json = given.json === true;
    const open = async () => {
      stack = await openStack(given);
      return stack;
    };
    const run = await load();
    const outcome = await run({ json, program, openStack: open }, given);
    await printOutcome(outcome, json);
    for (const note of outcome.notes ?? []) say(note);
    exit = outcome.exit ?? exitCodes.done;
  });
  try {
    // Commander's own `help` only supports the first word of a command.
    await program.parseAsync(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
    return exit;
  } catch (error) {
    // --help or --version was printed.
    if (error instanceof CommanderError) return exitCodes.done;
    return reportError(error, isJson(args));
  } finally {
    stack?.close();
  }
};

const printOutcome = async ({ data, text, onUnprinted }: Outcome, json: boolean): Promise<void> => {
  const output = json ? visibleJson(data) : text;
  try {
    if (output) await print(`${output}\n`);
  } catch (cause) {
    // A closed pipe is not an error. Other failures to write set the exit code (see watchOutput).
    if (!(cause instanceof UnwrittenOutput && onUnprinted)) return;
    throw new OperatorError(await onUnprinted(), { cause });
  }
};

const reportError = async (thrown: unknown, json: boolean): Promise<ExitCode> => {
  const error = asOperatorError(thrown);
  const { code, message, remedy = null, result, exit } = error;
  const output = json ? visibleJson({ ...result?.data, error: { code, message, remedy } }) : result?.text;
  if (output) await print(`${output}\n`).catch(() => {});
  say(`waypost: ${fullMessage(error)}`);
  if (isDebugging()) say(inspect(thrown));
  return exit;
};
