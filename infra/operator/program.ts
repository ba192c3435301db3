import { Command, Option, type OptionValues } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { debuggingHelp } from '../local/debugging.ts';
import type { CommandDefinition } from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { type ExitCode, exitCodes, UsageError } from './errors.ts';
import { stackOptions } from './stack/stack-options.ts';

/** Runs a command with its options, and its arguments by name. */
type RunDefinition = (command: CommandDefinition, given: OptionValues) => Promise<void>;

/** Builds the command line from the table of commands. */
export const operatorProgram = (run: RunDefinition): Command => {
  const program = new Command('waypost')
    .description('The command line of Waypost for operators.')
    .version(manifest.version)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'waypost: ')) })
    .addHelpText('after', `\n${listExamples(programExamples)}\n${debuggingHelp}`)
    // Options after the name of a command are its own: `import follow` is a command within another.
    .enablePositionalOptions()
    .exitOverride();
  for (const definition of commands) addCommand(program, definition, run);
  pointToHelp(program, 'waypost');
  return program;
};

const programExamples = [
  'waypost import locations locations.ndjson.gz',
  'waypost publish --wait',
  'waypost status --stage prod',
  'waypost keys issue --client "Parcel partner" --scope locations-v3 --expires 90d',
  'waypost help import',
];

const listExamples = (examples: readonly string[]): string =>
  ['Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n');

const addCommand = (program: Command, definition: CommandDefinition, run: RunDefinition): void => {
  const words = definition.name.split(' ');
  const command = parentOf(program, words.slice(0, -1))
    .command(words.at(-1) ?? '')
    .summary(definition.summary)
    .description(definition.description)
    .addHelpText('after', `\n${listExamples(definition.examples)}\n\n${listExits(definition)}`);
  for (const argument of definition.arguments ?? []) command.addArgument(argument);
  const { options = [], onStack = true } = definition;
  const json = new Option('--json', 'print the result, or the error, as JSON');
  for (const option of [...options, ...(onStack ? stackOptions() : []), json]) command.addOption(option);
  command.action(() => {
    refuseEarlyOptions(command);
    const names = command.registeredArguments.map((argument) => camelCase(argument.name()));
    const given = names.map((name, index) => [name, command.processedArgs[index]]);
    return run(definition, { ...command.opts(), ...Object.fromEntries(given) });
  });
};

/** An option before `follow` of `import follow` would belong to `import`, and be ignored. */
const refuseEarlyOptions = (command: Command): void => {
  const early = command.parent?.options.find(
    (option) => command.parent?.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (early) throw new UsageError(`${early.long} must come after "${command.name()}"`);
};

const camelCase = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the command that another is in; creates it if it is a group. */
const parentOf = (program: Command, [name, ...rest]: readonly string[]): Command => {
  if (name === undefined) return program;
  const found = program.commands.find((command) => command.name() === name);
  if (found) return parentOf(found, rest);
  const group = commandGroups.find((each) => each.name === name);
  if (!group) throw new Error(`the table has no group ${name}`);
  const created = program
    .command(name)
    .summary(group.summary)
    .description(group.description)
    .addHelpText('after', `\n${listExamples(group.examples)}`);
  return parentOf(created, rest);
};

const usualExits = { 0: 'done, or nothing to do', 1: 'the command failed', 2: 'the command line is wrong' };

const listExits = ({ exits = {} }: CommandDefinition): string => {
  const meanings: Readonly<Partial<Record<ExitCode, string>>> = { ...usualExits, ...exits };
  const lines = Object.values(exitCodes).flatMap((code) =>
    meanings[code] === undefined ? [] : `  ${code}  ${meanings[code]}`,
  );
  return ['Exit codes:', ...lines].join('\n');
};

/** Makes each command name its own help if its command line is wrong. */
const pointToHelp = (command: Command, name: string): void => {
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const each of command.commands) pointToHelp(each, `${name} ${each.name()}`);
};
