import { InvalidArgumentError, Option } from 'commander';

/** Data directory of a local stack unless another is named. */
export const usualDataDirectory = '.local';

/** Options that name a stack, as given on the command line. */
export interface StackChoice {
  readonly dataDir?: string;
  readonly stage?: string;
  readonly region?: string;
}

export const deployedStages = ['dev', 'prod'] as const;
export type DeployedStageName = (typeof deployedStages)[number];

/** Options of every command that works on a stack. */
export const stackOptions = () => [
  new Option(
    '--data-dir <folder>',
    `data directory of a local stack (default: WAYPOST_DATA_DIR, or ${usualDataDirectory})`,
  ).argParser((text) => {
    if (text.trim() === '') throw new InvalidArgumentError('A folder has a name.');
    return text;
  }),
  new Option(
    '--stage <stage>',
    'stage on AWS, with the credentials of the environment (default: WAYPOST_STAGE)',
  )
    .choices(deployedStages)
    .conflicts('dataDir'),
  new Option('--region <region>', 'region of the stage, unless the environment names it'),
];
