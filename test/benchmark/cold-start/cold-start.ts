import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { build } from 'esbuild';
import { forkStore } from '../../infra/local/s3/forked-store.ts';
import { bucket, clientOf, credentials } from '../../infra/local/s3/store-under-test.ts';
import {
  type ColdStartSubject,
  coldStarter,
  type MedianStarts,
  medianStarts,
  onOneCore,
  searchStarts,
} from '../../support/processes/cold-start.ts';
import { benchmarkNetwork, locationsOf } from '../network/benchmark-network.ts';
import { type Measurement, type PartReport, type Target, targetOf } from '../report/report.ts';
import type { BenchSettings } from '../run-bench.ts';

const answeredName = 'process start to first search result, catalogue on loopback S3';

/** Processor time depends less on other load than elapsed time does. */
const processorName = 'process start to first search result, processor time';

const names = {
  empty: 'empty function',
  own: 'find-points-near',
  json: 'gzipped JSON and the whole SDK',
  noClients: 'an empty bundle of ES modules',
  clients: "the SDK's clients of DynamoDB and S3, imported from a bundle of ES modules",
} as const;

const maxMilliseconds = 65;
/** Alternative limit for slower machines, as a fraction of the time to import the SDK's clients. */
const maxShareOfImport = 0.95;

/** The JSON of more locations would exceed the maximum length of a string. */
const maxLocations = 300_000;

export const coldStartPart = async (settings: BenchSettings): Promise<PartReport> => {
  const { rounds, sizes, say } = settings;
  const [size = 0] = sizes;
  if (size > maxLocations) return { measurements: [], targets: [] };
  say('cold-start: the first search');
  const starts = await measureSearch(size, settings);
  const common = { part: 'cold-start', size, unit: 'ms', measured: rounds } as const;
  const measurements = [...starts].flatMap(([contender, { answered }]): Measurement[] => [
    { ...common, what: answeredName, contender, p50: answered.milliseconds },
    { ...common, what: processorName, contender, p50: answered.processorMilliseconds },
  ]);
  return { measurements, targets: [searchTarget(starts, size)] };
};

const measureSearch = async (
  size: number,
  { localities, towns, rounds }: BenchSettings,
): Promise<MedianStarts> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-search-'));
  const locations = [...locationsOf(benchmarkNetwork(size, localities.all, towns))];
  // In the benchmark's own process, garbage collection would delay the store's responses.
  await using storeFolder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-store-'));
  await using forked = await forkStore(storeFolder.path);
  const client = clientOf(forked.endpoint);
  const put = (Key: string, Body: Uint8Array | string) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  const store = { endpoint: forked.endpoint, credentials, client, bucket, put };
  const { ours, json } = await searchStarts(store, locations, folder.path);
  client.destroy();
  const { empty, start } = await coldStarter(folder.path, onOneCore);
  const subjects = {
    [names.empty]: { ...empty, event: {} },
    [names.own]: ours,
    [names.json]: json,
    [names.noClients]: await bundleAsModule('report-loaded', folder.path),
    [names.clients]: await bundleAsModule('two-clients', folder.path),
  };
  return await medianStarts(start, subjects, rounds);
};

/** Defines `require` for CommonJS code in the bundle, because ES modules do not have it. */
const banner = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`;

const bundleAsModule = async (name: string, directory: string): Promise<ColdStartSubject> => {
  const file = join(directory, `${name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: { js: banner },
    minify: true,
    logLevel: 'warning',
  });
  return { file };
};

/** Judges the limit in milliseconds or, if it is exceeded, the one relative to the import of the SDK's clients. */
const searchTarget = (starts: MedianStarts, size: number): Target => {
  const answered = (name: keyof typeof names) => starts.get(names[name])?.answered.milliseconds ?? Number.NaN;
  const own = answered('own') - answered('empty');
  const importing = answered('clients') - answered('noClients');
  const what = 'process start to first search';
  const limit = { part: 'cold-start', what, size, against: names.empty, bound: 'at most' } as const;
  const target = targetOf({ ...limit, unit: 'ms more', promised: maxMilliseconds }, own);
  if (target.met) return target;
  const against = `${names.empty}, as a share of importing the SDK's clients`;
  return targetOf({ ...limit, against, promised: maxShareOfImport }, own / importing);
};
