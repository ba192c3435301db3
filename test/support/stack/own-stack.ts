import { inject } from 'vitest';
import { removeDataDirectory, type StackProcess, startStackProcess } from './stack-process.ts';

/** Stack that the tests of one file may change freely. */
export interface OwnStack extends StackProcess {
  /** Stops the stack, and removes its data. */
  remove(): Promise<void>;
}

/** Starts a stack on a data directory of its own, from the templates of the stack that all tests share. */
export const startOwnStack = async (): Promise<OwnStack> => {
  const stack = await startStackProcess({ assemblyOf: inject('sharedStack').dataDirectory });
  const remove = async () => {
    await stack.stop();
    await removeDataDirectory(stack.dataDirectory);
  };
  return { ...stack, remove };
};
