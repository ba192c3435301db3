import { type Command, InvalidArgumentError, Option } from 'commander';

/** Where a stack of this machine keeps its data, where nothing else is said. */
export const usualDataDirectory = '.local';

const named = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('A folder has a name.');
  return text;
};

/** Says which stack a command works on: one on this machine, or a stage on AWS. */
export const addStackOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--data-dir <folder>', 'data directory of the running stack')
        .default(usualDataDirectory)
        .argParser(named),
    )
    .addOption(
      new Option('--stage <stage>', 'work on this stage on AWS, with the credentials of the environment')
        .choices(['dev', 'prod'])
        .conflicts('dataDir'),
    )
    .option('--region <region>', 'region of the stage, where the environment does not name it');
