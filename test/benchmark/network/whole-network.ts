import { cp, glob, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { noteFingerprint, synthesise } from '../../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { sampleServices } from '../../sample-network/service-lines.ts';
import { median, quantile } from '../../support/load/quantile.ts';
import { startWaypost } from '../../support/stack/run-waypost.ts';
import { type StackProcess, startStackProcess } from '../../support/stack/stack-process.ts';
import { openStackStores } from '../../support/stack/stack-stores.ts';
import { wholeNumber } from '../report/print-report.ts';
import { holdAgainst, type Measurement, type PartReport, type Target } from '../report/report.ts';
import type { BenchSettings } from '../run-bench.ts';
import { type BenchmarkNetwork, benchmarkNetwork, drawPlaces } from './benchmark-network.ts';

const timeName = 'a whole network on the local stack';
const memoryName = 'peak memory of each function, and of the stack';

const maxPublicationSeconds = 150;
const maxChangeSeconds = 30;
const listName = 'list of all red street post boxes';
const minListRate = 25;
/** Number of locations up to which imports have a promised time. */
const usualSize = 21_000;
const maxImportSeconds = 60;
const maxChangedImportSeconds = 100;
/** Memory of the publisher and the importer. 21,000 locations need less than half of what prod gives them. */
const writerMegabytes = 4_096;

const searches = 500;
const strayKm = 10;
const searchSeed = 9;

/** Serves a network on the local stack as an operator would: import, publication, one change, searches, a long list, export, another import, restart. */
export const networkPart = async (settings: BenchSettings): Promise<PartReport> => {
  const size = settings.networkSize;
  const say = (what: string) => settings.say(`network, ${wholeNumber(size)}: ${what}`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-network-'));
  await using stop = new AsyncDisposableStack();
  say('start the stack');
  const network = benchmarkNetwork(size, settings.localities.all, settings.towns);
  const files = await writeImportFiles(network, folder.path);
  const start = await stackStarter(folder.path);
  let stack = await start();
  stop.defer(() => stack.stop());

  const measurements: Measurement[] = [];
  const common = { part: 'network', size, measured: 1 } as const;
  const time = async (contender: string, work: () => Promise<unknown>): Promise<number> => {
    say(contender);
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1_000;
    measurements.push({ ...common, what: timeName, contender, unit: 's', p50: seconds });
    return seconds;
  };

  await runCommand(stack, ['import', 'services', files.services]);
  const importSeconds = await time('import, with its publication', () =>
    runCommand(stack, ['import', 'locations', files.locations]),
  );
  const publicationSeconds = await time('publication', () => runCommand(stack, ['publish', '--wait']));
  await checkTotal(stack, size);
  // The stream still has the rows of the import, which the publisher passes before this change.
  await time('first change after the import, until it is served', () => changeOne(stack, 'FIRST CHANGE'));
  const changeSeconds = await time('one change, until it is served', () => changeOne(stack, 'NEXT CHANGE'));
  say('searches');
  measurements.push(...(await timeSearches(stack, network, settings)));
  say('list of all red street post boxes');
  const firstRate = await listMegabytesPerSecond(stack);
  const rates: number[] = [];
  for (let round = 0; round < settings.rounds; round++) rates.push(await listMegabytesPerSecond(stack));
  const listRate = median(rates);
  const ofList = { ...common, what: listName, unit: 'MB/s' };
  measurements.push(
    { ...ofList, contender: 'first read, with the load of the catalogue', p50: firstRate },
    { ...ofList, contender: 'next reads', p50: listRate, measured: settings.rounds },
  );
  await time('download of the JSON export', () => downloadExport(stack));
  // Only measured where it is promised: a larger network is published for longer than the command waits.
  const changedSeconds =
    size > usualSize
      ? Number.NaN
      : await time('import of every location changed, with its publication', () =>
          runCommand(stack, ['import', 'locations', files.changed]),
        );
  const stackMegabytes = await peakMegabytesOf(stack.process.pid);
  await stack.stop();
  await time('restart, until a search is answered', async () => {
    stack = await start();
    await checkTotal(stack, size);
  });

  const memory = { ...common, what: memoryName, unit: 'MB' };
  const functions = await peaksIn(folder.path);
  measurements.push(...functions.map(([contender, p50]) => ({ ...memory, contender, p50 })));
  measurements.push({ ...memory, contender: 'the whole stack', p50: stackMegabytes });
  const most = Math.max(...functions.map(([, megabytes]) => megabytes));
  const targets = [
    atMost(size, 'publication on the local stack', 's', maxPublicationSeconds, publicationSeconds),
    atMost(size, 'one change on the local stack', 's', maxChangeSeconds, changeSeconds),
    atMost(size, 'memory of the largest function', 'MB', writerMegabytes, most),
    ...(size <= usualSize
      ? [
          atMost(size, 'import, published and served', 's', maxImportSeconds, importSeconds),
          atMost(size, 'import of every location changed', 's', maxChangedImportSeconds, changedSeconds),
        ]
      : []),
  ];
  // A shorter list ends before the function has unpacked what it shows.
  const promise = { part: 'network', what: listName, size, against: '', unit: 'MB/s' } as const;
  if (size > usualSize)
    targets.push(holdAgainst({ ...promise, bound: 'at least', promised: minListRate }, listRate));
  return { measurements, checks: [], targets, leftOut: [] };
};

const atMost = (size: number, what: string, unit: string, promised: number, measured: number): Target =>
  holdAgainst({ part: 'network', what, size, against: '', unit, bound: 'at most', promised }, measured);

const writeImportFiles = async ({ size, lineAt }: BenchmarkNetwork, directory: string) => {
  const files = {
    services: join(directory, 'services.ndjson'),
    locations: join(directory, 'locations.ndjson'),
    changed: join(directory, 'changed.ndjson'),
  };
  const lines = function* (changes: object = {}) {
    for (let number = 0; number < size; number++)
      yield `${JSON.stringify({ ...lineAt(number), ...changes })}\n`;
  };
  await writeFile(files.services, sampleServices.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
  await writeFile(files.locations, lines());
  await writeFile(files.changed, lines({ description: 'CHANGED' }));
  return files;
};

/** Prepares a stack with enough memory for a large network, and returns a function that starts it on the same data. */
const stackStarter = async (directory: string): Promise<() => Promise<StackProcess>> => {
  const dataDirectory = join(directory, 'data');
  const { assemblyDirectory } = dataFilesIn(dataDirectory);
  await synthesise(assemblyDirectory);
  await alterAssembly(assemblyDirectory, (_type, properties) => {
    const { MemorySize } = properties;
    // Those with more memory than the functions of the API.
    return Number(MemorySize) > 1_024 ? { ...properties, MemorySize: writerMegabytes } : properties;
  });
  const sampler = join(directory, 'sample-memory.cjs');
  await cp(new URL('./sample-memory.cjs', import.meta.url), sampler);
  return () => startStackProcess({ dataDirectory, nodeOptions: ['--require', sampler] });
};

const template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});

type Properties = Readonly<Record<string, unknown>>;

/** Replaces properties of resources in a synthesised assembly, for which no synthesis has a setting. */
const alterAssembly = async (
  assemblyDirectory: string,
  alter: (type: string, properties: Properties) => Properties,
): Promise<void> => {
  for await (const name of glob('*.template.json', { cwd: assemblyDirectory })) {
    const file = join(assemblyDirectory, name);
    const { Resources, ...rest } = template.parse(JSON.parse(await readFile(file, 'utf8')));
    const altered = Object.entries(Resources).map(([id, { Properties = {}, ...resource }]) => [
      id,
      { ...resource, Properties: alter(resource.Type, Properties) },
    ]);
    await writeFile(file, JSON.stringify({ ...rest, Resources: Object.fromEntries(altered) }));
  }
  await noteFingerprint(assemblyDirectory);
};

/** Returns the peak memory of each function that has run, in megabytes, by name. */
const peaksIn = async (directory: string): Promise<[string, number][]> => {
  const peaks: [string, number][] = [];
  for await (const file of glob('*.peak', { cwd: directory })) {
    const megabytes = Number(await readFile(join(directory, file), 'utf8'));
    peaks.push([file.slice(0, -'.peak'.length), megabytes]);
  }
  return peaks.sort(([one], [other]) => one.localeCompare(other));
};

/** Returns the peak memory of a process in megabytes; NaN if the system is not Linux. */
const peakMegabytesOf = async (processId: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
};

const runCommand = async ({ dataDirectory }: StackProcess, args: readonly string[]): Promise<void> => {
  const { status, stderr } = await startWaypost([...args, '--data-dir', dataDirectory]).ended;
  if (status !== 0) throw new Error(`waypost ${args.join(' ')} ended with ${status}: ${stderr}`);
};

const request = async ({ url, key }: StackProcess, path: string): Promise<unknown> => {
  const response = await fetch(`${url}${path}`, { headers: { 'auth-key': key } });
  if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}`);
  return await response.json();
};

const pageOfNone = z.object({ pagination: z.object({ total: z.int() }) });

const checkTotal = async (stack: StackProcess, size: number): Promise<void> => {
  const { pagination } = pageOfNone.parse(await request(stack, '/locations/v3/workcentres?size=0'));
  if (pagination.total !== size) throw new Error(`${pagination.total} locations are served`);
};

const row = z.looseObject({ locationCode: z.string() });
const pointsOfCode = z.object({ points: z.array(z.object({ name: z.string().optional() })) });

/** Renames one location in the table, and returns when the API shows the name. */
const changeOne = async (stack: StackProcess, name: string): Promise<void> => {
  const { documents, tables, close } = await openStackStores(stack.dataDirectory);
  const TableName = tables.locations;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName, Limit: 1 }));
  const changed = { ...row.parse(Items[0]), name };
  await documents.send(new PutCommand({ TableName, Item: changed }));
  close();
  const isServed = async () => {
    const found = await request(stack, `/locations/v2/points/${changed.locationCode}`);
    return pointsOfCode.parse(found).points.some((point) => point.name === name);
  };
  const deadline = performance.now() + 30 * 60_000;
  while (!(await isServed())) {
    if (performance.now() > deadline) throw new Error('the change is not served after 30 minutes');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** Times searches over HTTP, one after the other. */
const timeSearches = async (
  stack: StackProcess,
  { size }: BenchmarkNetwork,
  { localities }: BenchSettings,
): Promise<Measurement[]> => {
  const kinds = {
    'nearest 5 points': (lat: number, lon: number) => `/locations/v2/points/geo/${lon}/${lat}`,
    'page of 20 work centres of one type in 50 km': (lat: number, lon: number) =>
      `/locations/v3/workcentres?lat=${lat}&lon=${lon}&type=PO`,
  };
  const measurements: Measurement[] = [];
  for (const [contender, pathOf] of Object.entries(kinds)) {
    const taken: number[] = [];
    for (const { lat, lon } of drawPlaces(localities.all, searchSeed, strayKm).take(searches)) {
      const began = performance.now();
      await request(stack, pathOf(lat, lon));
      taken.push((performance.now() - began) * 1_000);
    }
    const timing = { unit: 'µs', p50: median(taken), p99: quantile(taken, 0.99), measured: searches };
    measurements.push({ part: 'network', what: 'searches over HTTP', contender, size, ...timing });
  }
  return measurements;
};

/** Reads a list that is streamed, 68 MB of a network of 300,000, and returns how fast it came. */
const listMegabytesPerSecond = async ({ url, key }: StackProcess): Promise<number> => {
  const began = performance.now();
  const response = await fetch(`${url}/locations/v2/points/type/R_SPB`, {
    headers: { 'auth-key': key, 'accept-encoding': 'identity' },
  });
  if (response.status !== 200) throw new Error(`the list returned ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes / 1_000 / (performance.now() - began);
};

/** Follows the redirect to the file without the key, as partners do. */
const downloadExport = async ({ url, key }: StackProcess): Promise<void> => {
  const path = '/locations/v3/export/workcentres?format=json';
  const redirect = await fetch(`${url}${path}`, { headers: { 'auth-key': key }, redirect: 'manual' });
  const file = await fetch(redirect.headers.get('location') ?? '');
  if (file.status !== 200) throw new Error(`the export returned ${file.status}`);
  for await (const _chunk of file.body ?? []) {
    // Discarded: only the time matters.
  }
};
