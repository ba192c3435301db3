import type { Command } from 'commander';
import * as z from 'zod';
import { OperatorError } from '../operator-error.ts';
import { runningStack } from '../stack/local/running-stack.ts';
import { addStackOptions } from '../stack/stack-options.ts';

const examples = `
Events that a function did not take after all its attempts are given up, and \`waypost status\` names them. They are
deleted after 14 days. On AWS they are messages of the queues …Undelivered…, which the console of SQS redrives.

Examples:
  $ waypost redrive
  $ waypost redrive --discard

Exit status: 0 done, or there was nothing to do; 1 there is no such stack on this machine.`;

interface RedriveOptions {
  readonly dataDir: string;
  readonly stage?: string;
  readonly discard?: boolean;
}

const answer = z.object({ redriven: z.int().default(0), deleted: z.int().default(0) });

/** Adds `redrive`. */
export const addRedriveCommand = (program: Command): void => {
  addStackOptions(
    program
      .command('redrive')
      .summary('retry what the stack on this machine has given up')
      .description('Hands events that were given up to their functions again.')
      .option('--discard', 'delete the events instead'),
  )
    .addHelpText('after', examples)
    .action(redrive);
};

const redrive = async ({ dataDir, stage, discard }: RedriveOptions): Promise<void> => {
  if (stage !== undefined)
    throw new OperatorError('on AWS, redrive the queues …Undelivered… in the console of SQS');
  const { controlEndpoint, credentials } = await runningStack(dataDir);
  const response = await fetch(new URL('/dead-letters', controlEndpoint), {
    method: discard ? 'DELETE' : 'POST',
    headers: { authorization: `Bearer ${credentials.secretAccessKey}` },
  });
  if (!response.ok) throw new OperatorError(`the stack responded with status ${response.status}`);
  const { redriven, deleted } = answer.parse(await response.json());
  console.log(discard ? `Events deleted: ${deleted}` : `Events to be retried: ${redriven}`);
};
