import { InvalidArgumentError, Option } from 'commander';

/** Default data directory of a local stack. */
export const defaultDataDirectory = '.local';

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
    `data directory of a local stack (default: WAYPOST_DATA_DIR, or ${defaultDataDirectory})`,
  ).argParser((text) => {
    if (text.trim() === '') throw new InvalidArgumentError('Expected the name of a folder.');
    return text;
  }),
  new Option(
    '--stage <stage>',
    'stage on AWS, with the credentials of the environment (default: WAYPOST_STAGE)',
  )
    .choices(deployedStages)
    .conflicts('dataDir'),
  new Option('--region <region>', 'region of the stage (default: from its settings or the environment)'),
];
