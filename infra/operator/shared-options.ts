import { InvalidArgumentError, Option } from 'commander';

/** Folder of the stack that a command works on. */
export const dataDirectory = () =>
  new Option('--data-dir <folder>', 'data directory of the running stack')
    .default('.local')
    .argParser((text) => {
      if (text.trim() === '') throw new InvalidArgumentError('A folder has a name.');
      return text;
    });
