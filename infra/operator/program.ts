import { type AddHelpTextContext, Command, type CommanderError, Option, type OptionValues } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { debuggingHelp } from '../local/debugging.ts';
import type { CommandDefinition, LoadedRun } from './command.ts';
import { commands } from './commands.ts';
import { type ExitCode, exitCodes, UsageError } from './errors.ts';
import { stackOptions } from './stack/open-stack.ts';

type RunLoaded = (load: () => Promise<LoadedRun>, given: OptionValues) => Promise<void>;

/** Returns the commander program. Parsing throws UsageError, and CommanderError after it has printed help. */
export const operatorProgram = (run: RunLoaded): Command => {
  const program = new Command('waypost')
    .description('Waypost command line for operators.')
    .version(manifest.version)
    .addOption(jsonOption)
    // runOperator reports errors.
    .configureOutput({ outputError: () => {} })
    .addHelpText('beforeAll', rejectUnknownCommand)
    .addHelpText('after', `\n${listExamples(programExamples)}\n${debuggingHelp}`)
    // Otherwise `import` would take the options of its subcommand `import follow`.
    .enablePositionalOptions()
    .exitOverride(throwUsageError('waypost'));
  for (const [name, definition] of Object.entries(commands)) addCommand(program, name, definition, run);
  return program;
};

const jsonOption = new Option('--json', 'print the result, or the error, as JSON');

const programExamples = [
  'waypost import locations locations.ndjson.gz',
  'waypost publish --wait',
  'waypost status --stage prod',
  'waypost keys issue --client "Parcel partner" --scope locations-v3 --expires 90d',
  'waypost help import',
];

const listExamples = (examples: readonly string[]): string =>
  ['Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n');

const addCommand = (program: Command, name: string, definition: CommandDefinition, run: RunLoaded): void => {
  const { description, options = [], onStack = true, load } = definition;
  const words = name.split(' ');
  const parent = program.commands.find((each) => words.length > 1 && each.name() === words[0]) ?? program;
  const command = parent
    .command(words.at(-1) ?? '')
    .summary(summaryOf(description))
    .description(description)
    .addHelpText('after', `\n${listExamples(definition.examples)}`)
    .addOption(jsonOption)
    .exitOverride(throwUsageError(`waypost ${name}`));
  if (!load) return;
  command.addHelpText('after', `\n${listExits(definition)}`);
  for (const argument of definition.arguments ?? []) command.addArgument(argument);
  for (const option of [...options, ...(onStack ? stackOptions() : [])]) command.addOption(option);
  command.action(() => {
    rejectEarlyOptions(command);
    // For example, because a variable in a script is not set.
    if (command.args.includes('')) command.error('an argument is empty');
    // In camel case, like the names of options.
    const names = command.registeredArguments.map((each) => new Option(`--${each.name()}`).attributeName());
    const given = names.map((name, index) => [name, command.processedArgs[index]]);
    return run(load, { ...command.optsWithGlobals(), ...Object.fromEntries(given) });
  });
};

/** Returns the first sentence for lists of commands, without its capital letter and period. */
const summaryOf = (description: string): string => {
  const [sentence = ''] = description.split(/\.(?: |$)/);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
};

/** Converts commander's errors into UsageError, whose remedy refers to the command's help. */
const throwUsageError = (name: string) => (error: CommanderError) => {
  if (error.exitCode === 0) throw error;
  const text = error.code === 'commander.help' ? 'no command was given' : error.message;
  // A suggestion is on its own line: "(Did you mean import?)".
  const [, message = '', suggestion] = /^(?:error: )?(.*?)(?:\n\((Did .*)\))?$/s.exec(text) ?? [];
  const help = `See \`${name} --help\``;
  const remedy = suggestion === undefined ? help : `${suggestion} ${help}`;
  throw new UsageError(message.replace(/\.$/, ''), remedy, { cause: error });
};

/** Rejects `bogus --help` and `help bogus`, for which commander would show the help of the program or group. */
const rejectUnknownCommand = ({ command }: AddHelpTextContext): string => {
  const [word = '-'] = command.args.filter((each) => each !== 'help');
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  return isGroup && !word.startsWith('-') ? command.error(`unknown command '${word}'`) : '';
};

/** Rejects options before `follow` in `import follow`, because they would be parsed for `import` and ignored. */
const rejectEarlyOptions = (command: Command): void => {
  const { parent } = command;
  const early = parent?.options.find(
    (option) => option !== jsonOption && parent.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (early === undefined) return;
  const { long } = early;
  const isKnown = command.options.some((option) => option.long === long);
  command.error(
    isKnown ? `${long} must come after "${command.name()}"` : `"${command.name()}" has no option ${long}`,
  );
};

const defaultExits = {
  0: 'done, or nothing to do',
  1: 'the command failed',
  2: 'the command line is invalid',
};

const listExits = ({ exits = {} }: CommandDefinition): string => {
  const meanings: Readonly<Partial<Record<ExitCode, string>>> = { ...defaultExits, ...exits };
  const lines = Object.values(exitCodes).flatMap((code) =>
    meanings[code] === undefined ? [] : `  ${code}  ${meanings[code]}`,
  );
  return ['Exit codes:', ...lines].join('\n');
};
