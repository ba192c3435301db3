import { readFileSync } from 'node:fs';
import { isMissing } from '../../../infra/local/data-directory/durable-file.ts';

const statusFile = '/proc/self/status';

/** Peak memory of a process in Linux's status file, in KiB. */
const mostHeld = /^VmHWM:\s+(\d+) kB$/m;

const toldBySystem = (): number | undefined => {
  try {
    const [, kibibytes] = mostHeld.exec(readFileSync(statusFile, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/**
 * Returns the peak memory of this process in megabytes (2^20 bytes). Linux's status file covers this process alone,
 * while `resourceUsage().maxRSS` starts from the parent's memory.
 */
export const peakMegabytes = (): number => (toldBySystem() ?? process.resourceUsage().maxRSS) / 1_024;
