import type { Command } from 'commander';
import { addStackOptions } from '../stack/stack-options.ts';

const examples = `
Publishing also happens on a schedule, and by itself whenever a table has changed. A version that is implausible, for
one because more than a tenth of the locations or services are gone, is refused until an operator forces it. Whether a
stage on AWS serves the new one is asked with the key in AUTH_KEY, where there is one.

Examples:
  $ waypost publish
  $ waypost publish --wait && curl -H "AUTH-KEY: $KEY" "$API/locations/v3/workcentres?size=1"
  $ waypost publish --force --json
  $ waypost publish --stage prod

Exit status: 0 the newest is published, 1 it is not, 2 wrong usage.`;

/** Adds `publish`. */
export const addPublishCommand = (program: Command): void => {
  addStackOptions(
    program
      .command('publish')
      .summary('publish what is stored now')
      .description(
        'Publishes the stored locations and services: all of them under a new version, or nothing.',
      )
      .option('--force', 'publish what is implausible or half imported too')
      .option('--wait', 'wait for another publication to end, and return when every function serves this one')
      .option('--json', 'print the result as one JSON object'),
  )
    .addHelpText('after', examples)
    .action(async (options) => (await import('./publish-command.ts')).publishCommand(options));
};
