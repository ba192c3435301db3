import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { BenchSettings } from '../bench-settings.ts';
import { median } from '../measure/quantiles.ts';
import type { Measurement, PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst, measurementOf } from '../report/targets.ts';

const scriptAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const networkScript = scriptAt('../publish/network-lines.ts');
const exportScript = scriptAt('../publish/export-process.ts');

const works = ['export', 'former export', 'export of JSON', 'former export of JSON'] as const;

const ending = z.object({
  turns: z.array(z.object({ work: z.enum(works), bytes: z.number(), processorSeconds: z.number() })),
  megabytesStaged: z.number(),
  peakMegabytes: z.number(),
});

/** What the deployed publisher is told, so that memory is measured as it is there. */
const nodeOptions = ['--max-semi-space-size=4'];

const exported = async (rounds: number, size: number, towns: number) => {
  const network = spawn(process.execPath, [networkScript, String(size), String(towns)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exporter = spawn(process.execPath, [...nodeOptions, exportScript, String(rounds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  network.stdout.pipe(exporter.stdin);
  const printed = await text(exporter.stdout);
  return ending.parse(JSON.parse(printed));
};

const speedName = 'export, before compression';
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
  const speeds = works.map((contender): Measurement => {
    const own = turns.filter(({ work }) => work === contender);
    const speed = median(own.map(({ bytes, processorSeconds }) => bytes / 1e6 / processorSeconds));
    return {
      part: 'publish',
      what: speedName,
      contender,
      size,
      measured: own.length,
      unit: 'MB/s',
      p50: speed,
    };
  });
  const memory = { part: 'publish', what: memoryName, contender: 'export', size, measured: 1 } as const;
  return [...speeds, { ...memory, unit: 'MB', p50: peakMegabytes }];
};

const targetsOf = (all: readonly Measurement[], sizes: readonly number[]): Target[] => [
  ...sizes.flatMap((size) =>
    (['export', 'export of JSON'] as const).flatMap((contender) => {
      const against = `former ${contender}`;
      const own = measurementOf(all, speedName, contender, size);
      const other = measurementOf(all, speedName, against, size);
      if (!own || !other) return [];
      const promise = { against, bound: 'at least', promised: timesFaster } as const;
      return [
        holdAgainst({ part: 'publish', what: `${contender}, MB/s`, size, ...promise }, own.p50 / other.p50),
      ];
    }),
  ),
  ...[measurementOf(all, memoryName, 'export', promisedSize)].flatMap((memory) => {
    const promise = { against: '', unit: 'MB', bound: 'at most', promised: mostMegabytes } as const;
    const what = 'export, peak memory';
    return memory ? [holdAgainst({ part: 'publish', what, size: promisedSize, ...promise }, memory.p50)] : [];
  }),
];

/** How fast the files of an export are made, against the way of the release before, and in how much memory. */
export const publishPart = async (settings: BenchSettings): Promise<PartReport> => {
  const measurements: Measurement[] = [];
  for (const size of settings.sizes) measurements.push(...(await measureSize(size, settings)));
  return { measurements, checks: [], targets: targetsOf(measurements, settings.sizes), leftOut: [] };
};
