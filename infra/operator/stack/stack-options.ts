import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../errors.ts';

/** Data directory of a local stack unless another is named. */
export const usualDataDirectory = '.local';

/** Options that name a stack, as given on the command line. */
export interface StackChoice {
  readonly dataDir?: string;
  readonly stage?: string;
  readonly region?: string;
}

const deployedStages = ['dev', 'prod'] as const;
export type DeployedStageName = (typeof deployedStages)[number];

const isStage = (text: string): text is DeployedStageName => deployedStages.some((stage) => stage === text);

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

/** A local stack by its data directory, or a stage on AWS. */
type NamedStack =
  | { readonly stage?: undefined; readonly dataDirectory: string }
  | { readonly stage: DeployedStageName; readonly region: string | undefined };

/**
 * Returns the stack that the options name, or otherwise the environment. Throws UsageError if the environment names two
 * stacks or an unknown stage, and for a region without a stage.
 */
export const namedStack = (
  { dataDir, stage, region }: StackChoice,
  { WAYPOST_DATA_DIR, WAYPOST_STAGE }: NodeJS.ProcessEnv = process.env,
): NamedStack => {
  const isGiven = dataDir !== undefined || stage !== undefined;
  if (!isGiven && WAYPOST_DATA_DIR && WAYPOST_STAGE)
    throw new UsageError(
      'WAYPOST_DATA_DIR and WAYPOST_STAGE name two stacks: unset one, or give --data-dir or --stage',
    );
  const chosenStage = stage ?? (isGiven ? undefined : WAYPOST_STAGE || undefined);
  if (chosenStage === undefined) {
    if (region !== undefined) throw new UsageError('--region is only for a --stage on AWS');
    return { dataDirectory: dataDir ?? (WAYPOST_DATA_DIR || usualDataDirectory) };
  }
  if (isStage(chosenStage)) return { stage: chosenStage, region };
  throw new UsageError(`WAYPOST_STAGE must be one of ${deployedStages.join(', ')}, not ${chosenStage}`);
};
