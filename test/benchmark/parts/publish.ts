import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { BenchSettings } from '../bench-settings.ts';
import { median } from '../measure/quantiles.ts';
import type { Measurement, PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst, measurementOf } from '../report/targets.ts';

const script = fileURLToPath(new URL('../publish/export-process.ts', import.meta.url));

const works = ['export', 'parse and stringify'] as const;
type Work = (typeof works)[number];

const ending = z.object({
  bytes: z.number(),
  processorSeconds: z.number(),
  peakMegabytes: z.number(),
});
type Ending = z.infer<typeof ending>;

const exportOnce = async (work: Work, size: number, towns: number): Promise<Ending> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, work, String(size), String(towns)]);
  return ending.parse(JSON.parse(stdout));
};

const speedName = 'export, before compression';
const memoryName = 'the most memory held by the process that exports';
const timesFaster = 5;
const mostMegabytes = 200;
const promisedSize = 1_000_000;

const measureSize = async (size: number, settings: BenchSettings): Promise<Measurement[]> => {
  const { rounds, sampleTowns, say } = settings;
  const found = new Map<Work, Ending[]>(works.map((work) => [work, []]));
  for (let round = 0; round < rounds; round++) {
    for (const work of works) {
      say(`publish, ${size}: ${work}, round ${round + 1} of ${rounds}`);
      found.get(work)?.push(await exportOnce(work, size, sampleTowns));
    }
  }
  return [...found].flatMap(([contender, all]): Measurement[] => {
    const common = { part: 'publish', contender, size, measured: all.length } as const;
    const speeds = all.map(({ bytes, processorSeconds }) => bytes / 1e6 / processorSeconds);
    return [
      { ...common, what: speedName, unit: 'MB/s', p50: median(speeds) },
      {
        ...common,
        what: memoryName,
        unit: 'MB',
        p50: median(all.map(({ peakMegabytes }) => peakMegabytes)),
      },
    ];
  });
};

const targetsOf = (all: readonly Measurement[], sizes: readonly number[]): Target[] => [
  ...sizes.flatMap((size) => {
    const own = measurementOf(all, speedName, 'export', size);
    const other = measurementOf(all, speedName, 'parse and stringify', size);
    if (!own || !other) return [];
    const promise = { against: 'parse and stringify', bound: 'at least', promised: timesFaster } as const;
    return [holdAgainst({ part: 'publish', what: 'export, MB/s', size, ...promise }, own.p50 / other.p50)];
  }),
  ...[measurementOf(all, memoryName, 'export', promisedSize)].flatMap((memory) => {
    const promise = { against: '', unit: 'MB', bound: 'at most', promised: mostMegabytes } as const;
    const what = 'export, peak memory';
    return memory ? [holdAgainst({ part: 'publish', what, size: promisedSize, ...promise }, memory.p50)] : [];
  }),
];

/** How fast the files of an export are made and in how much memory, each time in a process of its own. */
export const publishPart = async (settings: BenchSettings): Promise<PartReport> => {
  const measurements: Measurement[] = [];
  for (const size of settings.sizes) measurements.push(...(await measureSize(size, settings)));
  return { measurements, checks: [], targets: targetsOf(measurements, settings.sizes), leftOut: [] };
};
