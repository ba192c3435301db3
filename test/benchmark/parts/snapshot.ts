import type { BenchSettings } from '../bench-settings.ts';
import { median, quantile } from '../measure/quantiles.ts';
import { benchmarkNetwork, type NetworkModels, sampleModels } from '../network/benchmark-network.ts';
import type { Measurement, PartReport, Target } from '../report/bench-report.ts';
import { holdAgainst, measurementOf } from '../report/targets.ts';
import { temporaryFolder } from '../search/servers/own-process.ts';
import { measureFresh } from '../snapshot/measure-fresh.ts';
import { measureWarm } from '../snapshot/measure-warm.ts';
import { jsonForm, storedForms, storeNetwork } from '../snapshot/stored-networks.ts';

/** JSON of more locations is longer than a string may be. */
const mostLocations = 300_000;
const timesFaster = 25;
const mostMegabytes = 15;
const promisedSize = 21_000;

const warmName = 'stored network to ready, once the process has run a while';
const freshName = 'stored network to ready, in a new process';
const memoryName = 'memory of a ready network, above the process';

const measureSize = async (
  size: number,
  { localities, rounds, say }: BenchSettings,
  models: NetworkModels,
): Promise<Measurement[]> => {
  const folder = await temporaryFolder('bench-snapshot');
  try {
    say(`snapshot, ${size}: stores the network`);
    const paths = await storeNetwork(benchmarkNetwork(size, localities.all, models), folder.path);
    say(`snapshot, ${size}: makes it ready`);
    const fresh = [...(await measureFresh(paths, rounds))].flatMap(([contender, all]): Measurement[] => {
      const common = { part: 'snapshot', contender, size, measured: all.length } as const;
      const microseconds = all.map(({ milliseconds }) => milliseconds * 1_000);
      const p99 = quantile(microseconds, 0.99);
      return [
        { ...common, what: freshName, unit: 'µs', p50: median(microseconds), p99 },
        { ...common, what: memoryName, unit: 'MB', p50: median(all.map(({ megabytes }) => megabytes)) },
      ];
    });
    const warm = (await measureWarm(paths, rounds)).map(
      ({ name: contender, ...timing }): Measurement => ({
        part: 'snapshot',
        what: warmName,
        contender,
        size,
        unit: 'µs',
        ...timing,
      }),
    );
    return [...warm, ...fresh];
  } finally {
    await folder.remove();
  }
};

const targetsOf = (all: readonly Measurement[]): Target[] =>
  storedForms
    .filter((form) => form !== jsonForm)
    .flatMap((form) => {
      // A cold start is what pays for it: what a process takes that has run a while is printed beside it.
      const own = measurementOf(all, freshName, form, promisedSize);
      const json = measurementOf(all, freshName, jsonForm, promisedSize);
      const memory = measurementOf(all, memoryName, form, promisedSize);
      if (!own || !json || !memory) return [];
      const common = { part: 'snapshot', size: promisedSize } as const;
      const faster = { against: 'gunzip and JSON.parse', bound: 'at least', promised: timesFaster } as const;
      const smaller = {
        against: 'the process',
        unit: 'MB',
        bound: 'at most',
        promised: mostMegabytes,
      } as const;
      return [
        holdAgainst({ ...common, ...faster, what: `${form} to ready, in a new process` }, json.p50 / own.p50),
        holdAgainst({ ...common, ...smaller, what: `memory of a ${form}` }, memory.p50),
      ];
    });

/** What it takes to make a stored network ready, against JSON of the same records. */
export const snapshotPart = async (settings: BenchSettings): Promise<PartReport> => {
  const models = sampleModels(settings.sampleTowns);
  const measurements: Measurement[] = [];
  for (const size of settings.sizes.filter((each) => each <= mostLocations)) {
    measurements.push(...(await measureSize(size, settings, models)));
  }
  return { measurements, checks: [], targets: targetsOf(measurements), leftOut: [] };
};
