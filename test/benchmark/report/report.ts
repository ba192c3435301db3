import { availableParallelism, cpus, totalmem } from 'node:os';
import * as z from 'zod';

/** Parts of the benchmark, in the order in which they run. */
export const parts = ['search', 'cold-start', 'publish', 'start', 'network'] as const;
export type Part = (typeof parts)[number];

const measurement = z.object({
  part: z.enum(parts),
  /** What was done. Each has a table, with a row for everyone who did it. */
  what: z.string(),
  contender: z.string(),
  /** Number of locations in the network, if it matters. */
  size: z.int().optional(),
  unit: z.string(),
  /** Median; if there were rounds, of the rounds' medians. */
  p50: z.number(),
  p99: z.number().optional(),
  /** How often it was measured. */
  measured: z.int(),
});
export type Measurement = z.infer<typeof measurement>;

const check = z.object({
  what: z.string(),
  contender: z.string(),
  size: z.int(),
  /** Random centres of the searches that were compared. */
  centres: z.int(),
  /** Answers that differ from those of brute force. */
  mismatches: z.int(),
});
export type Check = z.infer<typeof check>;

const target = z.object({
  part: z.enum(parts),
  what: z.string(),
  size: z.int().optional(),
  against: z.string(),
  unit: z.string(),
  measured: z.number(),
  bound: z.enum(['at least', 'at most']),
  promised: z.number(),
  met: z.boolean(),
});
export type Target = z.infer<typeof target>;

const benchReport = z.object({
  format: z.literal(2),
  measuredAt: z.iso.datetime(),
  machine: z.object({
    processor: z.string(),
    cores: z.int(),
    memoryMegabytes: z.int(),
    node: z.string(),
    platform: z.string(),
  }),
  localities: z.string(),
  rounds: z.int(),
  measurements: z.array(measurement),
  checks: z.array(check),
  targets: z.array(target),
  /** What could not be measured, and why. */
  leftOut: z.array(z.string()),
});
/** Everything that one run measured, as `bench.json` stores it. */
export type BenchReport = z.infer<typeof benchReport>;

/** What one part measured. */
export type PartReport = Pick<BenchReport, 'measurements' | 'checks' | 'targets' | 'leftOut'>;

/** Reads the report of a run. Throws SyntaxError or ZodError. */
export const readBenchReport = (text: string): BenchReport => benchReport.parse(JSON.parse(text));

export const thisMachine = (): BenchReport['machine'] => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryMegabytes: Math.round(totalmem() / 1_048_576),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
});

/** A promise about a figure. `unit` is a ratio by default. */
export type Promised = Omit<Target, 'measured' | 'met' | 'unit'> & { readonly unit?: string };

/** Compares a figure with what is promised. A figure that is NaN breaks the promise. */
export const holdAgainst = (promise: Promised, measured: number): Target => ({
  unit: '×',
  ...promise,
  measured,
  met: promise.bound === 'at least' ? measured >= promise.promised : measured <= promise.promised,
});

/** Returns the median of one contender; NaN if it was not measured. */
export const p50Of = (all: readonly Measurement[], what: string, contender: string, size?: number): number =>
  all.find((each) => each.what === what && each.contender === contender && each.size === size)?.p50 ??
  Number.NaN;
