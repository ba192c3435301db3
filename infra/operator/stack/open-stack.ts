import { UsageError } from '../operator-error.ts';
import { localStack } from './local/local-stack.ts';
import type { OperatedStack } from './operated-stack.ts';

/** How a command line says which stack it is about. */
export interface StackChoice {
  readonly dataDir: string;
  readonly stage?: 'dev' | 'prod';
  readonly region?: string;
}

/** Finds the stack. Throws OperatorError where it is not there or cannot be reached, UsageError. */
const openStack = async ({ dataDir, stage, region }: StackChoice): Promise<OperatedStack> => {
  if (stage === undefined) {
    if (region !== undefined) throw new UsageError('--region says where on AWS a --stage is');
    return localStack(dataDir);
  }
  // What only reaches AWS is not loaded by commands on this machine.
  const { deployedStack } = await import('./deployed/deployed-stack.ts');
  return deployedStack(stage, region);
};

/** Finds the stack, and ends the connections to it after its use. Throws what openStack and `use` throw. */
export const withStack = async <T>(
  choice: StackChoice,
  use: (stack: OperatedStack) => Promise<T>,
): Promise<T> => {
  const stack = await openStack(choice);
  try {
    return await use(stack);
  } finally {
    stack.close();
  }
};
