import { readFileSync } from 'node:fs';
import { isMissing } from '../../../infra/local/files/read-if-there.ts';

const statusFile = '/proc/self/status';

/** Kibibytes that Linux has seen a process hold at most. */
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
 * The most megabytes (2^20 bytes) of memory that this process has held. Linux tells it of the process alone, while
 * `resourceUsage().maxRSS` begins with what the process that started this one had held by then.
 */
export const peakMegabytes = (): number => (toldBySystem() ?? process.resourceUsage().maxRSS) / 1_024;
