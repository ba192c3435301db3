import { type Command, Option } from 'commander';
import * as z from 'zod';
import { OperatorError } from '../operator-error.ts';
import { runningStack } from '../stack/local/running-stack.ts';
import { usualDataDirectory } from '../stack/stack-options.ts';

const examples = `
Events that a function did not take after all its attempts are given up, and \`waypost status\` names them. On AWS they
are messages of the queues …Undelivered…, which the SQS console redrives. Those older than 14 days are deleted.

Examples:
  $ waypost redrive
  $ waypost redrive --discard

Exit status: 0 done, or there was nothing to do; 1 the stack does not run.`;

const answer = z.object({ redriven: z.int().optional(), deleted: z.int().optional() });

/** Adds `redrive`, for a stack on this machine. */
export const addRedriveCommand = (program: Command): void => {
  program
    .command('redrive')
    .summary('retry what the stack on this machine has given up')
    .description('Hands events that were given up to their functions again.')
    .addOption(
      new Option('--data-dir <folder>', 'data directory of the running stack').default(usualDataDirectory),
    )
    .option('--discard', 'delete the events instead')
    .addHelpText('after', examples)
    .action(async ({ dataDir, discard }: { dataDir: string; discard?: boolean }) => {
      const { controlEndpoint, credentials } = await runningStack(dataDir);
      const response = await fetch(new URL('/dead-letters', controlEndpoint), {
        method: discard ? 'DELETE' : 'POST',
        headers: { authorization: `Bearer ${credentials.secretAccessKey}` },
      });
      if (!response.ok) throw new OperatorError(`the stack answered with status ${response.status}`);
      const { redriven = 0, deleted = 0 } = answer.parse(await response.json());
      console.log(discard ? `Events deleted: ${deleted}` : `Events to be retried: ${redriven}`);
    });
};
