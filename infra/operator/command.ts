import type { Argument, Command, Option, OptionValues } from 'commander';
import type { ExitCode } from './errors.ts';
import type { OperatedStack } from './stack/operated-stack.ts';

/** Result of a command that did not fail. */
export interface Outcome {
  /** Result for scripts: what `--json` prints. */
  readonly data: unknown;
  /** Result for people, printed on standard output without `--json`; nothing if empty or absent. */
  readonly text?: string;
  /** Sentences for standard error, after the result. */
  readonly notes?: readonly string[];
  /** 0 unless given. */
  readonly exit?: ExitCode;
  /**
   * Called if standard output did not take the result, which exists nowhere else; returns what became of it. Without it a
   * reader that has gone, as with `| head`, is no error.
   */
  readonly onUnprinted?: () => Promise<string> | string;
}

/** Surroundings of a run. */
export interface CommandContext {
  readonly json: boolean;
  /** The whole command line. */
  readonly program: Command;
  /** Opens the stack that the command line names; its connections are closed at the end. Throws OperatorError. */
  openStack(): Promise<OperatedStack>;
}

/** Runs a command with its options, and its arguments by name. Throws OperatorError and errors of the stores. */
export type Run<Given> = (context: CommandContext, given: Given) => Promise<Outcome>;

/** A row of the table of commands: a command, or a word that several commands begin with. */
export interface CommandDefinition {
  /** Words of the command: `keys issue`. */
  readonly name: string;
  /** At the start of its help, in sentences. The first one describes it in lists of commands. */
  readonly description: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Whether it works on a stack, which it then has options to name; true unless given. */
  readonly onStack?: boolean;
  readonly examples: readonly [string, string];
  /** Meaning of exit codes where it differs from that of all commands. */
  readonly exits?: Readonly<Partial<Record<ExitCode, string>>>;
  /**
   * Loads the code of this command only: all of them together take longer to load than most take to run. Absent for a word
   * that several commands begin with.
   */
  readonly load?: () => Promise<LoadedRun>;
}

/** A Run of any options: a method's parameters are compared loosely, as commander does not know the type of its values. */
export type LoadedRun = { run(context: CommandContext, given: OptionValues): Promise<Outcome> }['run'];
