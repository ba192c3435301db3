import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { programOnPath } from '../../support/processes/program-on-path.ts';

/** Gives a process with all of its threads one core alone, where the machine has another one and can do so. */
export const pinToCore = async (pid: number, core: number): Promise<boolean> => {
  const taskset = programOnPath('taskset');
  if (!taskset || availableParallelism() < 2) return false;
  await promisify(execFile)(taskset, ['-a', '-c', '-p', String(core), String(pid)]);
  return true;
};
