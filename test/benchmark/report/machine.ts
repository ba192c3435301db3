import { availableParallelism, cpus, totalmem } from 'node:os';
import type { BenchReport } from './bench-report.ts';

/** The machine that all of a report was measured on. */
export const thisMachine = (): BenchReport['machine'] => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryMegabytes: Math.round(totalmem() / 1_048_576),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
});
