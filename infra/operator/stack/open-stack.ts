import { InvalidArgumentError, Option } from 'commander';
import { defaultDataDirectory } from '../../local/command-words.ts';
import { UsageError } from '../errors.ts';
import type { OperatedStack } from './operated-stack.ts';

type StackChoice = { readonly [option in 'dataDir' | 'stage' | 'region']?: string };

const deployedStages = ['dev', 'prod'] as const;

export const stackOptions = () => [
  new Option(
    '--data-dir <folder>',
    `data directory of a local stack (default: WAYPOST_DATA_DIR, or ${defaultDataDirectory})`,
  ).argParser((text) => {
    if (text.trim() === '') throw new InvalidArgumentError('Expected the name of a folder.');
    return text;
  }),
  new Option(
    '--stage <stage>',
    'stage on AWS, with the credentials from the environment (default: WAYPOST_STAGE)',
  )
    .choices(deployedStages)
    .conflicts('dataDir'),
  new Option('--region <region>', 'region of the stage (default: from its settings or the environment)'),
];

/** Opens the stack that the options or, by default, the environment selects. Throws OperatorError. */
export const openStack = async ({ dataDir, stage, region }: StackChoice): Promise<OperatedStack> => {
  const { WAYPOST_DATA_DIR, WAYPOST_STAGE } = process.env;
  const isGiven = dataDir !== undefined || stage !== undefined;
  if (!isGiven && WAYPOST_DATA_DIR && WAYPOST_STAGE)
    throw new UsageError(
      'WAYPOST_DATA_DIR and WAYPOST_STAGE select two stacks. Unset one, or use --data-dir or --stage',
    );
  const chosen = stage ?? (isGiven ? undefined : WAYPOST_STAGE);
  // Loaded only here, because a command needs the clients of only one kind of stack, and help needs none.
  if (!chosen) {
    if (region !== undefined) throw new UsageError('--region is only for a --stage on AWS');
    const { localStack } = await import('./local-stack.ts');
    return localStack(dataDir ?? (WAYPOST_DATA_DIR || defaultDataDirectory));
  }
  const name = deployedStages.find((each) => each === chosen);
  if (!name) throw new UsageError(`WAYPOST_STAGE must be one of ${deployedStages.join(', ')}, not ${chosen}`);
  const { deployedStack } = await import('./deployed-stack.ts');
  return deployedStack(name, region);
};
