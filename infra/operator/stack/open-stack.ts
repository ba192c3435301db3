import { UsageError } from '../errors.ts';
import { localStack } from './local-stack.ts';
import type { OperatedStack } from './operated-stack.ts';
import { defaultDataDirectory, deployedStages, type StackChoice } from './stack-options.ts';

/**
 * Opens the stack that the options name or, by default, the environment. Throws UsageError if the environment names two
 * stacks or an unknown stage, or if a region is given without a stage. Throws OperatorError if the stack is
 * unreachable.
 */
export const openStack = async ({ dataDir, stage, region }: StackChoice): Promise<OperatedStack> => {
  const { WAYPOST_DATA_DIR, WAYPOST_STAGE } = process.env;
  const isGiven = dataDir !== undefined || stage !== undefined;
  if (!isGiven && WAYPOST_DATA_DIR && WAYPOST_STAGE)
    throw new UsageError(
      'WAYPOST_DATA_DIR and WAYPOST_STAGE name two stacks: unset one, or give --data-dir or --stage',
    );
  const chosen = stage ?? (isGiven ? undefined : WAYPOST_STAGE);
  if (!chosen) {
    if (region !== undefined) throw new UsageError('--region is only for a --stage on AWS');
    return localStack(dataDir ?? (WAYPOST_DATA_DIR || defaultDataDirectory));
  }
  const name = deployedStages.find((each) => each === chosen);
  if (!name) throw new UsageError(`WAYPOST_STAGE must be one of ${deployedStages.join(', ')}, not ${chosen}`);
  // Loaded only here, because commands on a local stack do not need the AWS clients.
  const { deployedStack } = await import('./deployed-stack.ts');
  return deployedStack(name, region);
};
