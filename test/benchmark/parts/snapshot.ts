import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { BenchSettings } from '../bench-settings.ts';
import { median, quantile } from '../measure/quantiles.ts';
import { benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import type { Measurement, PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst, measurementOf } from '../report/targets.ts';
import { temporaryFolder } from '../search/servers/own-process.ts';
import { jsonForm, type StoredForm, storedForms, storeNetwork } from '../snapshot/stored-networks.ts';

const script = fileURLToPath(new URL('../snapshot/ready-process.ts', import.meta.url));

const readiness = z.object({ milliseconds: z.number(), megabytes: z.number() });
type Readiness = z.infer<typeof readiness>;

const readyOnce = async (form: StoredForm, file: string): Promise<Readiness> => {
  const given = ['--max-old-space-size=8192', script, form, file];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return readiness.parse(JSON.parse(stdout));
};

/** JSON of more locations is longer than a string may be. */
const mostLocations = 300_000;
const timesFaster = 25;
const mostMegabytes = 15;
const promisedSize = 21_000;

export const readyName = 'stored network to ready';
export const memoryName = 'memory of a ready network, above the process';

const measureSize = async (
  size: number,
  { localities, rounds, say }: BenchSettings,
  models: ReturnType<typeof sampleModels>,
): Promise<Measurement[]> => {
  say(`snapshot, ${size}: stores the network`);
  const folder = await temporaryFolder('bench-snapshot');
  try {
    const paths = await storeNetwork(benchmarkNetwork(size, localities.all, models), folder.path);
    const found = new Map<StoredForm, Readiness[]>(storedForms.map((form) => [form, []]));
    say(`snapshot, ${size}: makes it ready`);
    for (let round = 0; round < rounds; round++) {
      for (const form of storedForms) found.get(form)?.push(await readyOnce(form, paths.get(form) ?? ''));
    }
    return [...found].flatMap(([contender, all]): Measurement[] => {
      const common = { part: 'snapshot', contender, size, measured: all.length } as const;
      const microseconds = all.map(({ milliseconds }) => milliseconds * 1_000);
      return [
        {
          ...common,
          what: readyName,
          unit: 'µs',
          p50: median(microseconds),
          p99: quantile(microseconds, 0.99),
        },
        { ...common, what: memoryName, unit: 'MB', p50: median(all.map(({ megabytes }) => megabytes)) },
      ];
    });
  } finally {
    await folder.remove();
  }
};

const targetsOf = (all: readonly Measurement[]): Target[] =>
  storedForms
    .filter((form) => form !== jsonForm)
    .flatMap((form) => {
      const [own, json, memory] = [
        measurementOf(all, readyName, form, promisedSize),
        measurementOf(all, readyName, jsonForm, promisedSize),
        measurementOf(all, memoryName, form, promisedSize),
      ];
      if (!own || !json || !memory) return [];
      const common = { part: 'snapshot', size: promisedSize } as const;
      return [
        holdAgainst(
          {
            ...common,
            what: form,
            against: 'gunzip and JSON.parse',
            bound: 'at least',
            promised: timesFaster,
          },
          json.p50 / own.p50,
        ),
        holdAgainst(
          {
            ...common,
            what: form,
            against: 'the process',
            unit: 'MB',
            bound: 'at most',
            promised: mostMegabytes,
          },
          memory.p50,
        ),
      ];
    });

/** What it takes to make a stored network ready, against JSON of the same records, each in a process of its own. */
export const snapshotPart = async (settings: BenchSettings): Promise<PartReport> => {
  const models = sampleModels(settings.sampleTowns);
  const measurements: Measurement[] = [];
  for (const size of settings.sizes.filter((each) => each <= mostLocations)) {
    measurements.push(...(await measureSize(size, settings, models)));
  }
  return { measurements, checks: [], targets: targetsOf(measurements), leftOut: [] };
};
