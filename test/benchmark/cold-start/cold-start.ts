import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { forkStore } from '../../infra/local/s3/forked-store.ts';
import { bucket, clientOf, credentials } from '../../infra/local/s3/store-under-test.ts';
import {
  coldStarter,
  type MedianStart,
  medianStarts,
  onOneCore,
} from '../../support/processes/cold-start.ts';
import { searchStarts } from '../../support/processes/search-starts.ts';
import { benchmarkNetwork, locationsOf } from '../network/benchmark-network.ts';
import { holdAgainst, type Measurement, type PartReport, type Target } from '../report/report.ts';
import type { BenchSettings } from '../run-bench.ts';

const answeredName = 'process start to first search answered, catalogue on loopback S3';

/** Other load on the machine lengthens the time that passes more than this. */
const processorName = 'the same, in time of a processor';

const names = {
  empty: 'empty function',
  own: 'find-points-near',
  json: 'gzipped JSON and the whole SDK',
} as const;

/** Starts of an empty function that a first search may cost. Measured were 1.5 to 3. */
const maxEmptyStarts = 4;

/** JSON of more locations exceeds the length of a string. */
const maxLocations = 300_000;

/** Starts a search in new processes, until its first answer. */
export const coldStartPart = async (settings: BenchSettings): Promise<PartReport> => {
  const { rounds, sizes, say } = settings;
  const [size = 0] = sizes;
  if (size > maxLocations) return { measurements: [], checks: [], targets: [], leftOut: [] };
  say('cold-start: the first search');
  const starts = await measureSearch(size, settings);
  const common = { part: 'cold-start', size, unit: 'ms', measured: rounds } as const;
  const measurements = [...starts].flatMap(([contender, { answered }]): Measurement[] => [
    { ...common, what: answeredName, contender, p50: answered.milliseconds },
    { ...common, what: processorName, contender, p50: answered.processorMilliseconds },
  ]);
  return { measurements, checks: [], targets: [searchTarget(starts, size)], leftOut: [] };
};

const measureSearch = async (
  size: number,
  { localities, towns, rounds }: BenchSettings,
): Promise<ReadonlyMap<string, MedianStart>> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-search-'));
  const locations = [...locationsOf(benchmarkNetwork(size, localities.all, towns))];
  await using store = await startStore();
  const { ours, json } = await searchStarts(store, locations, folder.path);
  const { empty, start } = await coldStarter(folder.path, onOneCore);
  const subjects = {
    [names.empty]: { ...empty, event: {} },
    [names.own]: ours,
    [names.json]: json,
  };
  return await medianStarts(start, subjects, rounds);
};

/** Starts a store in a process of its own. In the benchmark's process, garbage collection would delay its answers. */
const startStore = async () => {
  const folder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-store-'));
  const { endpoint, kill } = await forkStore(folder.path);
  const client = clientOf(endpoint);
  return {
    endpoint,
    credentials,
    client,
    bucket,
    put: (Key: string, Body: Uint8Array | string) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key, Body })),
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await kill();
      await folder.remove();
    },
  };
};

/** In time of a processor, because other load on the machine lengthens it least. */
const searchTarget = (starts: ReadonlyMap<string, MedianStart>, size: number): Target => {
  const answered = (name: keyof typeof names) =>
    starts.get(names[name])?.answered.processorMilliseconds ?? Number.NaN;
  return holdAgainst(
    {
      part: 'cold-start',
      what: 'processor time to first search, above an empty function',
      size,
      against: names.empty,
      bound: 'at most',
      promised: maxEmptyStarts,
    },
    (answered('own') - answered('empty')) / answered('empty'),
  );
};
