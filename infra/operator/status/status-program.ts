import type { Command } from 'commander';
import { addStackOptions } from '../stack/stack-options.ts';

const examples = `
Shows the published version and its files, whether it is the one that is being served, how the last runs of the
publisher ended, when it runs next, which file of the import bucket is being imported, and what needs a person. How
many files wait behind it can be seen of a stack on this machine alone. Whether a stage on AWS serves it is asked with
the key in AUTH_KEY, where there is one.

Examples:
  $ waypost status
  $ waypost status --json | jq .published.ageSeconds
  $ waypost status --stage prod
  $ waypost status > /dev/null || echo "publishing needs a person"

Exit status: 0 all is well, 1 something needs a person, or there is no such stack.`;

/** Adds `status`; `finish` is told the exit status. */
export const addStatusCommand = (program: Command, finish: (status: number) => void): void => {
  addStackOptions(
    program
      .command('status')
      .summary('say what is published, and whether publishing does its work')
      .description('Says what is published, and whether publishing does its work.')
      .option('--json', 'print the state as one JSON object'),
  )
    .addHelpText('after', examples)
    .action(async (options) => {
      const { statusCommand } = await import('./status-command.ts');
      finish(await statusCommand(options));
    });
};
