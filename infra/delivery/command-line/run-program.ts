import type { Command } from 'commander';
import { DeliveryError } from './delivery-error.ts';

/** Runs a command with the arguments of the process, and tells what is wrong in words. */
export const runProgram = async (program: Command): Promise<void> => {
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};
