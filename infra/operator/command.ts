import type { Argument, Command, Option, OptionValues } from 'commander';
import type { ExitCode } from './errors.ts';
import type { OperatedStack } from './stack/operated-stack.ts';

/** Result of a command that has succeeded. */
export interface Outcome {
  /** Result for scripts, which is printed with `--json`. */
  readonly data: unknown;
  /**
   * Result for people, which is printed to standard output without `--json`. If it is empty or absent, nothing is
   * printed.
   */
  readonly text?: string;
  /** Sentences printed to standard error after the result. */
  readonly notes?: readonly string[];
  /** Exit code (default: 0). */
  readonly exit?: ExitCode;
  /**
   * Called if the result exists nowhere else and could not be written to standard output. Returns a message about what
   * happened to it. If absent, a closed pipe, as with `| head`, is not an error.
   */
  readonly onUnprinted?: () => Promise<string> | string;
}

/** Context in which a command runs. */
export interface CommandContext {
  readonly json: boolean;
  /** The commander program, with all commands. */
  readonly program: Command;
  /**
   * Opens the stack selected on the command line. Its connections are closed after the command. Throws OperatorError.
   */
  openStack(): Promise<OperatedStack>;
}

/**
 * Runs a command. `given` contains its options, and its arguments by name. Throws OperatorError and errors of the
 * stores.
 */
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
  /** Loads the code of this command only, because loading all takes longer than running most. Absent for a group. */
  readonly load?: () => Promise<LoadedRun>;
}

/** Commands by their full names, such as `keys issue`. */
export type Commands = Readonly<Record<string, CommandDefinition>>;

/**
 * A Run with any options. Declared as a method, so that its parameters are bivariant, because commander's values are
 * untyped.
 */
export type LoadedRun = { run(context: CommandContext, given: OptionValues): Promise<Outcome> }['run'];
