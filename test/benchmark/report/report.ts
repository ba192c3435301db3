import { availableParallelism, cpus, totalmem } from 'node:os';
import * as z from 'zod';

/** Parts of the benchmark, in the order in which they run. */
export const parts = [
  'search',
  'extensions',
  'snapshot',
  'cold-start',
  'publish',
  'start',
  'network',
] as const;
export type Part = (typeof parts)[number];

const measurement = z.object({
  part: z.enum(parts),
  /** Title of the table in which the measurement is a contender's row. */
  what: z.string(),
  contender: z.string(),
  size: z.int().optional(),
  unit: z.string(),
  /** Median or, if there are several rounds, the median of the rounds' medians. */
  p50: z.number(),
  p99: z.number().optional(),
  measured: z.int(),
});
export type Measurement = z.infer<typeof measurement>;

const check = z.object({
  what: z.string(),
  contender: z.string(),
  size: z.int(),
  centres: z.int(),
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
});
export type BenchReport = z.infer<typeof benchReport>;

export type PartReport = Pick<BenchReport, 'measurements' | 'targets'> & { readonly checks?: Check[] };

/** Parses the report of a run. Throws SyntaxError or ZodError. */
export const readBenchReport = (text: string): BenchReport => benchReport.parse(JSON.parse(text));

export const thisMachine = (): BenchReport['machine'] => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryMegabytes: Math.round(totalmem() / 1_048_576),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
});

/** Limit for a measured value. By default, the value's unit is × (a ratio), and no contender is named. */
export type Limit = Omit<Target, 'measured' | 'met' | 'unit' | 'against'> &
  Partial<Pick<Target, 'unit' | 'against'>>;

/** Returns the target for a limit and a measured value. NaN never meets a limit. */
export const targetOf = (limit: Limit, measured: number): Target => ({
  unit: '×',
  against: '',
  ...limit,
  measured,
  met: limit.bound === 'at least' ? measured >= limit.promised : measured <= limit.promised,
});

/** Returns a contender's median, or NaN if it was not measured. */
export const p50Of = (all: readonly Measurement[], what: string, contender: string, size?: number): number =>
  all.find((each) => each.what === what && each.contender === contender && each.size === size)?.p50 ??
  Number.NaN;
