import { readdir, readFile } from 'node:fs/promises';

/** Ticks per second. A tick is the unit of processor times in Linux's /proc. */
const ticksPerSecond = 100;

/** State, parent, nine other fields, and the user and system times of the process and of its children. */
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

/** Returns the processor seconds of a process and its ended children, from Linux's /proc, or 0 if it is not running. */
export const processorSecondsOf = async (processId: number): Promise<number> =>
  (await statusOf(processId))?.seconds ?? 0;

export const processorSecondsOfTree = async (root: number): Promise<number> => {
  const processIds = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const found = await Promise.all(processIds.map(async (id) => ({ id, ...(await statusOf(id)) })));
  const secondsBelow = (processId: number): number =>
    found
      .filter(({ parent }) => parent === processId)
      .reduce((sum, { id, seconds = 0 }) => sum + seconds + secondsBelow(id), 0);
  return (found.find(({ id }) => id === root)?.seconds ?? 0) + secondsBelow(root);
};
