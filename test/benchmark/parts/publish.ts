import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { BenchSettings } from '../bench-settings.ts';
import { median } from '../measure/quantiles.ts';
import { measureWhole, wholeTargets } from '../publish/measure-whole.ts';
import { publisherNodeOptions } from '../publish/whole-publication.ts';
import type { Measurement, PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst, measurementOf } from '../report/targets.ts';

const scriptAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const networkScript = scriptAt('../publish/network-lines.ts');
const exportScript = scriptAt('../publish/export-process.ts');

const works = {
  files: 'all files, of what is staged',
  ndjson: 'NDJSON alone, of what is staged',
  all: 'all files, of records that were read, staging included',
} as const;
const workNames = ['files', 'ndjson', 'all'] as const;
const contenders = { own: 'export', former: 'former export' } as const;

const ending = z.object({
  turns: z.array(
    z.object({
      work: z.enum(workNames),
      way: z.enum(['own', 'former']),
      bytes: z.number(),
      processorSeconds: z.number(),
    }),
  ),
  peakMegabytes: z.number(),
});

const exported = async (rounds: number, size: number, towns: number) => {
  const network = spawn(process.execPath, [networkScript, String(size), String(towns)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exporter = spawn(process.execPath, [...publisherNodeOptions, exportScript, String(rounds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  network.stdout.pipe(exporter.stdin);
  const printed = await text(exporter.stdout);
  return ending.parse(JSON.parse(printed));
};

const speedName = (work: (typeof workNames)[number]) => `export before compression: ${works[work]}`;
const memoryName = 'the most memory held by the process that stages and exports';
const timesFaster = 5;
const mostMegabytes = 200;
const promisedSize = 1_000_000;

/** A record takes the same time however many there are: to export more of them by turns would take minutes. */
const mostByTurns = 100_000;

const measureSize = async (size: number, settings: BenchSettings): Promise<Measurement[]> => {
  const { rounds, sampleTowns, say } = settings;
  say(`publish, ${size}: memory of one export`);
  const { peakMegabytes } = await exported(0, size, sampleTowns);
  say(`publish, ${size}: ${rounds} exports by turns with those of the release before`);
  const { turns } = await exported(rounds, Math.min(size, mostByTurns), sampleTowns);
  const speeds = workNames.flatMap((work) =>
    (['own', 'former'] as const).map((way): Measurement => {
      const own = turns.filter((turn) => turn.work === work && turn.way === way);
      return {
        part: 'publish',
        what: speedName(work),
        contender: contenders[way],
        size,
        measured: own.length,
        unit: 'MB/s',
        p50: median(own.map(({ bytes, processorSeconds }) => bytes / 1e6 / processorSeconds)),
      };
    }),
  );
  const memory = { part: 'publish', what: memoryName, contender: 'export', size, measured: 1 } as const;
  const whole = await measureWhole(size, settings);
  return [...speeds, { ...memory, unit: 'MB', p50: peakMegabytes }, ...whole];
};

/** What is promised of the export is held against parsing and writing down what is staged, staging apart. */
const promisedWorks = ['files', 'ndjson'] as const;

const targetsOf = (all: readonly Measurement[], sizes: readonly number[]): Target[] => [
  ...sizes.flatMap((size) =>
    promisedWorks.flatMap((work) => {
      const own = measurementOf(all, speedName(work), contenders.own, size);
      const other = measurementOf(all, speedName(work), contenders.former, size);
      if (!own || !other) return [];
      const promise = { against: contenders.former, bound: 'at least', promised: timesFaster } as const;
      const what = `export, MB/s: ${works[work]}`;
      return [holdAgainst({ part: 'publish', what, size, ...promise }, own.p50 / other.p50)];
    }),
  ),
  ...[measurementOf(all, memoryName, 'export', promisedSize)].flatMap((memory) => {
    const promise = { against: '', unit: 'MB', bound: 'at most', promised: mostMegabytes } as const;
    const what = 'export, peak memory';
    return memory ? [holdAgainst({ part: 'publish', what, size: promisedSize, ...promise }, memory.p50)] : [];
  }),
];

/**
 * How fast the files of an export are made, against the way of the release before, and in how much memory; and what a
 * whole publication takes.
 */
export const publishPart = async (settings: BenchSettings): Promise<PartReport> => {
  const measurements: Measurement[] = [];
  for (const size of settings.sizes) measurements.push(...(await measureSize(size, settings)));
  const targets = [...targetsOf(measurements, settings.sizes), ...wholeTargets(measurements, settings.sizes)];
  return { measurements, checks: [], targets, leftOut: [] };
};
