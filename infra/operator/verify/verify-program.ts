import type { Command } from 'commander';
import { addStackOptions } from '../stack/stack-options.ts';

const examples = `
Reads the manifest of what is published, and from the bucket every file that it names: size, SHA-256, number of
records, and whether the file can be read. Changes nothing.

Examples:
  $ waypost verify
  $ waypost verify --stage prod
  $ waypost verify --json | jq '.files[] | select(.difference)'

Exit status: 0 all files are whole, 1 one is not, or nothing is published.`;

/** Adds `verify`. */
export const addVerifyCommand = (program: Command): void => {
  addStackOptions(
    program
      .command('verify')
      .summary('check every file of the published version')
      .description('Checks every file of the published version against its manifest.')
      .option('--json', 'print the findings as one JSON object'),
  )
    .addHelpText('after', examples)
    .action(async (options) => (await import('./verify-command.ts')).verifyCommand(options));
};
