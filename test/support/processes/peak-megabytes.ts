import { readFileSync } from 'node:fs';

/** Returns the peak memory of a process in megabytes (2^20 bytes), or undefined outside Linux. */
export const peakMegabytesOf = (processId: number | 'self' = 'self'): number | undefined => {
  try {
    const [, kibibytes] =
      /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1_024;
  } catch {
    return undefined;
  }
};

/** Returns this process's peak memory in megabytes. The fallback, `maxRSS`, includes the peak of the parent process. */
export const peakMegabytes = (): number => peakMegabytesOf() ?? process.resourceUsage().maxRSS / 1_024;
