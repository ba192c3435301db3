import type { Argument, Command, Option, OptionValues } from 'commander';
import type { ExitCode } from './errors.ts';
import type { OperatedStack } from './stack/operated-stack.ts';

export interface Outcome {
  /** Result for scripts, which is printed with `--json`. */
  readonly data: unknown;
  /** Result for people, printed to standard output without `--json`, unless it is empty. */
  readonly text?: string;
  /** Sentences printed to standard error after the result. */
  readonly notes?: readonly string[];
  readonly exit?: ExitCode;
  /**
   * Called if a result that exists nowhere else could not be printed. Returns a message that says what happened to the
   * result. If absent, a closed pipe, as with `| head`, is not an error.
   */
  readonly onUnprinted?: () => Promise<string> | string;
}

export interface CommandContext {
  readonly json: boolean;
  readonly program: Command;
  /** Opens the selected stack. Its connections are closed after the command. Throws OperatorError. */
  openStack(): Promise<OperatedStack>;
}

/** Runs a command. `given` contains its options and arguments by name. Throws OperatorError and store errors. */
export type Run<Given> = (context: CommandContext, given: Given) => Promise<Outcome>;

/** A command, or a group of commands such as `keys`. */
export interface CommandDefinition {
  /** Sentences at the start of the command's help. The first one is also its summary in lists of commands. */
  readonly description: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Whether the command works on a stack and therefore has the options that select one (default: true). */
  readonly onStack?: boolean;
  readonly examples: readonly [string, string];
  /** Meanings of exit codes that differ from the defaults. */
  readonly exits?: Readonly<Partial<Record<ExitCode, string>>>;
  /** Loads only this command's code, because loading all code takes longer than most commands. Absent for a group. */
  readonly load?: () => Promise<LoadedRun>;
}

/** Commands by their full names, such as `keys issue`. */
export type Commands = Readonly<Record<string, CommandDefinition>>;

/** A Run with any options. Commander's values are untyped, and parameters of methods are bivariant. */
export type LoadedRun = { run(context: CommandContext, given: OptionValues): Promise<Outcome> }['run'];
