import * as z from 'zod';

/** What the parts of the suite are called, in the order that they run in. */
export const parts = ['search', 'handler', 'http', 'snapshot', 'cold-start', 'publish'] as const;
export type Part = (typeof parts)[number];

const measurement = z.object({
  part: z.enum(parts),
  /** What was done, the same for all who did it: a table each. */
  what: z.string(),
  contender: z.string(),
  /** Locations of the network; absent where it plays no part. */
  size: z.int().optional(),
  unit: z.string(),
  /** The median, of the rounds' medians where there were rounds. */
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
  /** Random centres that it was asked around. */
  centres: z.int(),
  /** Answers that were not those of brute force. */
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

/** All that one run of the suite found: the form of `bench.json`. */
const benchReport = z.object({
  format: z.literal(1),
  measuredAt: z.iso.datetime(),
  machine: z.object({
    processor: z.string(),
    cores: z.int(),
    memoryMegabytes: z.int(),
    node: z.string(),
    platform: z.string(),
  }),
  network: z.object({ localities: z.string(), sizes: z.array(z.int()) }),
  rounds: z.int(),
  measurements: z.array(measurement),
  checks: z.array(check),
  targets: z.array(target),
  /** What could not be measured, and why. */
  leftOut: z.array(z.string()),
});
export type BenchReport = z.infer<typeof benchReport>;

/** What a part found. */
export type PartReport = Pick<BenchReport, 'measurements' | 'checks' | 'targets' | 'leftOut'>;

/** Reads what a run wrote. Throws ZodError where it is something else. */
export const readBenchReport = (text: string): BenchReport => benchReport.parse(JSON.parse(text));
