import { Command, type CommanderError, InvalidArgumentError } from 'commander';

/** Creates the command of an npm script. `help` follows its list of options. */
export const scriptCommand = (script: string, description: string, help: string): Command =>
  new Command(`npm run ${script} --`)
    .description(description)
    .addHelpText('after', help)
    .showHelpAfterError('(see --help)');

/** Handler for `exitOverride` that exits with status 2 if the command was used incorrectly. */
export const exitOnInvalidUsage = ({ exitCode }: CommanderError): never =>
  process.exit(exitCode === 0 ? 0 : 2);

/** Returns a parser for options that accepts integers from 1 to `max`. */
export const wholeUpTo =
  (max: number) =>
  (text: string): number => {
    if (/^[1-9]\d{0,7}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Must be an integer from 1 to ${max}.`);
  };

/** Returns a parser for addresses, which are described like `a stack, such as http://127.0.0.1:3000`. */
export const addressOf =
  (what: string) =>
  (text: string): string => {
    const url = URL.parse(text);
    if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return url.href;
    throw new InvalidArgumentError(`Must be the address of ${what}.`);
  };

/** Thrown if the options contradict each other or the environment. The message says what to do. */
export class InvalidUsage extends Error {
  override readonly name = 'InvalidUsage';
}

/**
 * Runs a command that starts stacks, which are stopped at its end or before a signal ends this process. Returns the
 * exit status, which is 2 for InvalidUsage. Once `stop` is disposed, failures of requests mean nothing.
 */
export const runAndStop = async (work: (stop: AsyncDisposableStack) => Promise<number>): Promise<number> => {
  const stop = new AsyncDisposableStack();
  /** Set when stopping begins, because both a signal and the end of the work may request it. */
  let stopping: Promise<void> | undefined;
  const stopAll = (): Promise<void> => {
    stopping ??= stop.disposeAsync();
    return stopping;
  };
  const exitWith = (status: number) => () => void stopAll().finally(() => process.exit(status));
  process.once('SIGINT', exitWith(130)).once('SIGTERM', exitWith(143));
  try {
    return await work(stop);
  } catch (error) {
    if (stop.disposed) return 130;
    if (!(error instanceof InvalidUsage)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    await stopAll();
  }
};
