import { localStack } from './local-stack.ts';
import type { OperatedStack } from './operated-stack.ts';
import { namedStack, type StackChoice } from './stack-options.ts';

/** Opens the stack that the options or the environment name. Throws UsageError, and OperatorError if it is unreachable. */
export const openStack = async (choice: StackChoice): Promise<OperatedStack> => {
  const named = namedStack(choice);
  if (named.stage === undefined) return localStack(named.dataDirectory);
  // Commands on a local stack do not load the clients of AWS.
  const { deployedStack } = await import('./deployed-stack.ts');
  return deployedStack(named.stage, named.region);
};
