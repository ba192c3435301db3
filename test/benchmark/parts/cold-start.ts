import { join } from 'node:path';
import { bundleFunctions } from '../../../infra/constructs/functions/function-bundles.ts';
import { deployedHandlers } from '../../../infra/stacks/stage-stacks.ts';
import {
  coldStarter,
  type MedianStart,
  medianStarts,
  onOneCore,
} from '../../support/processes/cold-start.ts';
import { searchStarts } from '../../support/processes/search-starts.ts';
import type { BenchSettings } from '../bench-settings.ts';
import { clientImports } from '../cold-start/client-imports.ts';
import { startOwnStore } from '../cold-start/own-store.ts';
import { startNames, startTargets } from '../cold-start/start-targets.ts';
import { benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import type { Measurement, PartReport, Target } from '../report/bench-report.ts';
import { temporaryFolder } from '../search/servers/own-process.ts';

const loadedName = 'process start to bundle loaded';
const answeredName = 'process start to first search answered, catalogue on loopback S3';

/** What functions look for in their environment while they are loaded. */
const environment = { AWS_REGION: 'ap-southeast-2', ALLOWED_METHODS: '{}' };

/** JSON of more locations is longer than a string may be. */
const mostLocations = 300_000;

const inFolder = async <T>(work: (directory: string) => Promise<T>): Promise<T> => {
  const folder = await temporaryFolder('bench-cold-start');
  try {
    return await work(folder.path);
  } finally {
    await folder.remove();
  }
};

const asMeasurement = (
  what: string,
  contender: string,
  milliseconds: number,
  measured: number,
  size?: number,
): Measurement => ({
  part: 'cold-start',
  what,
  contender,
  ...(size === undefined ? {} : { size }),
  unit: 'ms',
  p50: milliseconds,
  measured,
});

/** Every bundle that is deployed, and one of nothing. */
const measureBundles = (rounds: number): Promise<Measurement[]> =>
  inFolder(async (directory) => {
    bundleFunctions(deployedHandlers, directory);
    const { empty, start } = await coldStarter(directory, onOneCore);
    const names = deployedHandlers.map((handler) => handler.replace(/^functions\/|\.ts$/g, ''));
    const subjects = Object.fromEntries(
      names.map((name) => [name, { file: join(directory, name, 'index.cjs'), environment }]),
    );
    const starts = await medianStarts(start, { [startNames.empty]: empty, ...subjects }, rounds);
    return [...starts].map(([name, { loaded }]) =>
      asMeasurement(loadedName, name, loaded.milliseconds, rounds),
    );
  });

const measureSearch = (size: number, settings: BenchSettings): Promise<ReadonlyMap<string, MedianStart>> =>
  inFolder(async (directory) => {
    const network = benchmarkNetwork(size, settings.localities.all, sampleModels(settings.sampleTowns));
    const locations = Array.from({ length: size }, (_, number) => network.locationAt(number));
    await using store = await startOwnStore();
    const { ours, json } = await searchStarts(store, locations, directory);
    const { empty, start } = await coldStarter(directory, onOneCore);
    const { clients, none } = await clientImports(directory);
    const subjects = {
      [startNames.empty]: { ...empty, event: {} },
      [startNames.own]: ours,
      [startNames.json]: json,
      [startNames.noClients]: none,
      [startNames.clients]: clients,
    };
    return await medianStarts(start, subjects, settings.rounds);
  });

/** What it takes to start functions, each time in a process of its own: alone, and until a search is answered. */
export const coldStartPart = async (settings: BenchSettings): Promise<PartReport> => {
  const { rounds, sizes, say } = settings;
  say('cold start: every bundle');
  const measurements = await measureBundles(rounds);
  const targets: Target[] = [];
  for (const size of sizes.slice(0, 1).filter((each) => each <= mostLocations)) {
    say(`cold start, ${size}: the first search`);
    const starts = await measureSearch(size, settings);
    measurements.push(
      ...[...starts].map(([name, { answered }]) =>
        asMeasurement(answeredName, name, answered.milliseconds, rounds, size),
      ),
    );
    targets.push(...startTargets(starts, size));
  }
  return { measurements, checks: [], targets, leftOut: [] };
};
