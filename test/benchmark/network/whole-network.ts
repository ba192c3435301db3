import { cp, glob, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { addPortal, noteFingerprint, synthesise } from '../../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { sampleServices } from '../../sample-network/service-lines.ts';
import { median, quantile } from '../../support/load/quantile.ts';
import { peakMegabytesOf } from '../../support/processes/megabytes.ts';
import { startWaypost } from '../../support/stack/run-waypost.ts';
import { type StackProcess, startStackProcess } from '../../support/stack/stack-process.ts';
import { networkTotal, openStackStores } from '../../support/stack/stack-stores.ts';
import { wholeNumber } from '../report/print-report.ts';
import { type Measurement, type PartReport, type Target, targetOf } from '../report/report.ts';
import type { BenchSettings } from '../run-bench.ts';
import { type BenchmarkNetwork, benchmarkNetwork, randomPlaces } from './benchmark-network.ts';

const timeName = 'a whole network on the local stack';
const memoryName = 'peak memory of each function, and of the stack';

const maxPublicationSeconds = 150;
const maxChangeSeconds = 30;
const listName = 'list of all red street post boxes';
const minListRate = 25;
/** Maximum network size for which imports have targets. Lists are measured only in larger networks. */
const usualSize = 21_000;
const maxImportSeconds = 60;
const maxChangedImportSeconds = 100;
/** Memory of the publisher and the importer. For 21,000 locations, less than half of prod's setting would be enough. */
const writerMegabytes = 4_096;

const searches = 500;
const strayKm = 10;
const searchSeed = 9;

/** Measures imports, publications, changes, searches, lists, exports and a restart on the local stack. */
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
  // The first change is slow, because the publisher first processes the stream records of the import.
  await time('first change after the import, until it is served', () => changeOne(stack, 'FIRST CHANGE'));
  const changeSeconds = await time('one change, until it is served', () => changeOne(stack, 'NEXT CHANGE'));
  say('searches');
  measurements.push(...(await timeSearches(stack, network, settings)));
  say(listName);
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
  const targets: Target[] = [];
  const limit = (what: string, unit: string, promised: number, measured: number) =>
    targets.push(targetOf({ part: 'network', what, size, unit, bound: 'at most', promised }, measured));
  limit('publication on the local stack', 's', maxPublicationSeconds, publicationSeconds);
  limit('one change on the local stack', 's', maxChangeSeconds, changeSeconds);
  // Publishing a larger network takes longer than the import command waits.
  if (size <= usualSize) {
    const seconds = await time('import of every location changed, with its publication', () =>
      runCommand(stack, ['import', 'locations', files.changed]),
    );
    limit('import, published and served', 's', maxImportSeconds, importSeconds);
    limit('import of every location changed', 's', maxChangedImportSeconds, seconds);
  } else {
    // A shorter list would end before the function has decompressed its records.
    const rate = { part: 'network', what: listName, size, unit: 'MB/s', bound: 'at least' } as const;
    targets.push(targetOf({ ...rate, promised: minListRate }, listRate));
  }
  const stackMegabytes = peakMegabytesOf(stack.process.pid) ?? Number.NaN;
  await stack.stop();
  // Read now, because the next process writes its own peaks to the same files.
  const functions = await peaksIn(folder.path);
  await time('restart, until a search is answered', async () => {
    stack = await start();
    await checkTotal(stack, size);
  });

  const memory = { ...common, what: memoryName, unit: 'MB' };
  measurements.push(...functions.map(([contender, p50]) => ({ ...memory, contender, p50 })));
  measurements.push({ ...memory, contender: 'the whole stack', p50: stackMegabytes });
  const peak = Math.max(...functions.map(([, megabytes]) => megabytes));
  limit('memory of the largest function', 'MB', writerMegabytes, peak);
  return { measurements, targets };
};

const writeImportFiles = async ({ size, lineAt }: BenchmarkNetwork, directory: string) => {
  const [services = '', locations = '', changed = ''] = ['services', 'locations', 'changed'].map((name) =>
    join(directory, `${name}.ndjson`),
  );
  const lines = function* (changes: object = {}) {
    for (let number = 0; number < size; number++)
      yield `${JSON.stringify({ ...lineAt(number), ...changes })}\n`;
  };
  await writeFile(services, sampleServices.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
  await writeFile(locations, lines());
  await writeFile(changed, lines({ description: 'CHANGED' }));
  return { services, locations, changed };
};

/** Prepares a stack with memory for a large network. The returned function starts it on the same data. */
const stackStarter = async (directory: string): Promise<() => Promise<StackProcess>> => {
  const dataDirectory = join(directory, 'data');
  const { assemblyDirectory } = dataFilesIn(dataDirectory);
  await synthesise(assemblyDirectory);
  // Otherwise the stack would build the portal during the measurements.
  await addPortal(assemblyDirectory);
  await raiseMemory(assemblyDirectory);
  const sampler = join(directory, 'sample-memory.cjs');
  await cp(new URL('./sample-memory.cjs', import.meta.url), sampler);
  return () => startStackProcess({ dataDirectory, nodeOptions: ['--require', sampler] });
};

/** Synthesis has no setting for the memory of the publisher and the importer. */
const raiseMemory = async (assemblyDirectory: string): Promise<void> => {
  for await (const name of glob('*.template.json', { cwd: assemblyDirectory })) {
    const file = join(assemblyDirectory, name);
    const raised = (await readFile(file, 'utf8')).replaceAll(
      /("MemorySize": ?)(\d+)/g,
      // Raises only the publisher and the importer. API functions have at most 1,024 MB of memory.
      (setting, member, size) => (Number(size) > 1_024 ? `${member}${writerMegabytes}` : setting),
    );
    await writeFile(file, raised);
  }
  await noteFingerprint(assemblyDirectory);
};

const peaksIn = async (directory: string): Promise<[string, number][]> => {
  const files = (await Array.fromAsync(glob('*.peak', { cwd: directory }))).sort();
  const read = async (file: string) => Number(await readFile(join(directory, file), 'utf8'));
  return Promise.all(files.map(async (file) => [basename(file, '.peak'), await read(file)]));
};

const runCommand = async ({ dataDirectory }: StackProcess, args: readonly string[]): Promise<void> => {
  const { status, stderr } = await startWaypost([...args, '--data-dir', dataDirectory]).ended;
  if (status !== 0) throw new Error(`waypost ${args.join(' ')} exited with ${status}: ${stderr}`);
};

/** Returns a successful response. */
const request = async ({ url, key }: StackProcess, path: string, headers = {}): Promise<Response> => {
  const response = await fetch(`${url}${path}`, { headers: { 'auth-key': key, ...headers } });
  if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}`);
  return response;
};

const checkTotal = async (stack: StackProcess, size: number): Promise<void> => {
  const total = await networkTotal(stack);
  if (total !== size) throw new Error(`${total} locations are served`);
};

const row = z.looseObject({ locationCode: z.string() });
const exportLink = z.object({ url: z.url() });
const pointsOfCode = z.object({ points: z.array(z.object({ name: z.string().optional() })) });

const changeOne = async (stack: StackProcess, name: string): Promise<void> => {
  const { documents, tables, close } = await openStackStores(stack.dataDirectory);
  const TableName = tables.locations;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName, Limit: 1 }));
  const changed = { ...row.parse(Items[0]), name };
  await documents.send(new PutCommand({ TableName, Item: changed }));
  close();
  const isServed = async () => {
    const found = await request(stack, `/locations/v2/points/${changed.locationCode}`);
    return pointsOfCode.parse(await found.json()).points.some((point) => point.name === name);
  };
  const deadline = performance.now() + 30 * 60_000;
  while (!(await isServed())) {
    if (performance.now() > deadline) throw new Error('the change was not served within 30 minutes');
    await delay(200);
  }
};

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
    for (const { lat, lon } of randomPlaces(localities.all, searchSeed, strayKm).take(searches)) {
      const began = performance.now();
      await (await request(stack, pathOf(lat, lon))).json();
      taken.push((performance.now() - began) * 1_000);
    }
    const timing = { unit: 'µs', p50: median(taken), p99: quantile(taken, 0.99), measured: searches };
    measurements.push({ part: 'network', what: 'searches over HTTP', contender, size, ...timing });
  }
  return measurements;
};

/** Reads a streamed list. In a network of 300,000 locations, the list is 68 MB. */
const listMegabytesPerSecond = async (stack: StackProcess): Promise<number> => {
  const began = performance.now();
  const list = await request(stack, '/locations/v2/points/type/R_SPB', { 'accept-encoding': 'identity' });
  let bytes = 0;
  for await (const chunk of list.body ?? []) bytes += chunk.length;
  return bytes / 1_000 / (performance.now() - began);
};

/** Downloads the exported file without sending the key, as partners do. */
const downloadExport = async (stack: StackProcess): Promise<void> => {
  const link = await request(stack, '/locations/v3/export/workcentres?format=json&redirect=false');
  const file = await fetch(exportLink.parse(await link.json()).url);
  if (file.status !== 200) throw new Error(`the export returned ${file.status}`);
  // The content is discarded, because only the time is measured.
  await file.body?.pipeTo(new WritableStream());
};
