import { readdir, readFile } from 'node:fs/promises';

/** Linux tells processor time in hundredths of a second, whatever its clock does. */
const ticksPerSecond = 100;

/** After the name, which may hold anything: state, parent, nine others, and the times of the process and its ended children. */
const processStatus = /^\d+ \(.*\) \S (\d+)(?: -?\d+){9} (\d+) (\d+) (\d+) (\d+) /s;

interface ProcessStatus {
  readonly parent: number;
  readonly seconds: number;
}

const statusOf = async (processId: number): Promise<ProcessStatus | undefined> => {
  const status = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
  const [, parent, ...ticks] = processStatus.exec(status) ?? [];
  if (parent === undefined) return;
  return {
    parent: Number(parent),
    seconds: ticks.reduce((sum, each) => sum + Number(each), 0) / ticksPerSecond,
  };
};

/**
 * Returns the processor time that a process has used so far, and its ended children with it, in seconds, as Linux counts
 * it; 0 if it does not run.
 */
export const processorSecondsOf = async (processId: number): Promise<number> =>
  (await statusOf(processId))?.seconds ?? 0;

/** Returns the processor time of a process and of all that it has started, in seconds. */
export const processorSecondsOfTree = async (root: number): Promise<number> => {
  const processIds = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const found = await Promise.all(processIds.map(async (id) => ({ id, ...(await statusOf(id)) })));
  const secondsBelow = (processId: number): number =>
    found
      .filter(({ parent }) => parent === processId)
      .reduce((sum, { id, seconds = 0 }) => sum + seconds + secondsBelow(id), 0);
  return (found.find(({ id }) => id === root)?.seconds ?? 0) + secondsBelow(root);
};
