import type { Command } from 'commander';
import { addStackOptions } from '../../stack/stack-options.ts';

const examples = `
API Gateway lets through the clients that it knows by a key of its own, each under its usage plan. \`keys issue\` makes
them known; this finds what has come apart since: a key that was deleted or disabled by hand, a client without any
key that works, a table that was restored. A client that was made known within the last hour is left alone. A stack on
this machine goes by the keys themselves: nothing can come apart. While keys are in the table that cannot be read, no
client is taken out of the gateway.

Examples:
  $ waypost keys sync --stage prod --check
  $ waypost keys sync --stage prod

Exit status: 0 in step, or mended; 1 not in step (--check), keys that cannot be read, or an error.`;

/** Adds `keys sync`. */
export const addSync = (keys: Command, finish: (status: number) => void): Command =>
  addStackOptions(
    keys
      .command('sync')
      .summary("bring API Gateway's own keys and plans in step")
      .description("Brings API Gateway's own keys and plans in step with the keys of clients.")
      .option('--check', 'only say what is not in step; ends with 1 where anything is')
      .option('--json', 'print what is not in step as one JSON array'),
  )
    .addHelpText('after', examples)
    .action(async (options) => (await import('./sync-command.ts')).syncKeys(options, finish));
