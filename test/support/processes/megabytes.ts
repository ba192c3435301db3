import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns a field of a process's status in megabytes (2^20 bytes), or undefined outside Linux. */
const megabytesIn = (field: string, processId: number | 'self'): number | undefined => {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1_024;
  } catch {
    return undefined;
  }
};

export const peakMegabytesOf = (processId: number | 'self' = 'self') => megabytesIn('VmHWM', processId);

export const residentMegabytesOf = (processId: number) => megabytesIn('VmRSS', processId);

/** Returns this process's peak memory in megabytes. The fallback, `maxRSS`, includes the peak of the parent process. */
export const peakMegabytes = (): number => peakMegabytesOf() ?? process.resourceUsage().maxRSS / 1_024;

/** Returns the megabytes of live buffers, excluding garbage. */
export const heldMegabytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // The first collection starts to free memory, and the second one waits until this has finished.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers / 1_048_576;
};
