import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import * as z from 'zod';
import { bundleFunctions } from '../../../infra/constructs/functions/function-bundles.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { gatewayEventOf } from '../gateway/gateway-event-of.ts';
import { median } from '../load/quantile.ts';
import type { LocalBucket } from '../local-bucket.ts';
import { storePublication } from '../networks/stored-publication.ts';
import { programOnPath } from './program-on-path.ts';

const run = promisify(execFile);
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const moment = z.object({ milliseconds: z.number(), processorMilliseconds: z.number() });

/** Times from the start of the process until the function was loaded, and until it had responded. */
const coldStart = z.object({ loaded: moment, answered: moment, result: z.unknown().optional() });
export type ColdStart = z.infer<typeof coldStart>;

export interface ColdStartSubject {
  readonly file: string;
  readonly event?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Bundles one file to CommonJS, without the build options of functions. */
const bundlePlainly = async (entry: string, directory: string, name: string): Promise<string> => {
  const outfile = join(directory, `${name}.cjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minify: true,
    logLevel: 'warning',
  });
  return outfile;
};

/** Creates an empty function, whose start shows the minimum cost. */
const emptyFunction = async (directory: string): Promise<string> => {
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'empty.cjs');
  await writeFile(file, 'exports.handler = async () => ({ statusCode: 200 });\n');
  return file;
};

type Command = readonly [program: string, given: readonly string[]];

/** Restricts a command to one core, if possible, because a function has only one, and its stores run elsewhere. */
export const onOneCore = ([program, given]: Command): Command => {
  const taskset = availableParallelism() < 2 ? undefined : programOnPath('taskset');
  return taskset ? [taskset, ['-c', '0', program, ...given]] : [program, given];
};

/** Prepares a directory in which functions are started. `command` may change the command that starts them. */
export const coldStarter = async (
  directory: string,
  command: (command: Command) => Command = (own) => own,
) => {
  const [starter, empty] = await Promise.all([
    bundlePlainly(pathOf('./cold-start-process.ts'), directory, 'cold-start-process'),
    emptyFunction(directory),
  ]);
  const start = async ({ file, event, environment = {} }: ColdStartSubject): Promise<ColdStart> => {
    const asked = [file, ...(event ? [JSON.stringify(event)] : [])];
    const [program, given] = command([process.execPath, [starter, ...asked]]);
    const { stdout } = await run(program, given, {
      env: { PATH: process.env.PATH, ...environment },
      maxBuffer: 64 * 1024 * 1024,
    });
    const lines = stdout.trimEnd().split('\n');
    return coldStart.parse(JSON.parse(lines.at(-1) ?? ''));
  };
  return { empty: { file: empty, event: {} } satisfies ColdStartSubject, start };
};

type Moment = z.infer<typeof moment>;

const medianMoment = (moments: readonly Moment[]): Moment => ({
  milliseconds: median(moments.map(({ milliseconds }) => milliseconds)),
  processorMilliseconds: median(moments.map(({ processorMilliseconds }) => processorMilliseconds)),
});

/** Starts the subjects in turn, so that other load affects all equally. Returns the medians by name. */
export const medianStarts = async <Name extends string>(
  start: (subject: ColdStartSubject) => Promise<ColdStart>,
  subjects: Readonly<Record<Name, ColdStartSubject>>,
  rounds: number,
) => {
  const starts: (ColdStart & { readonly name: string })[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const [name, subject] of Object.entries<ColdStartSubject>(subjects))
      starts.push({ name, ...(await start(subject)) });
  const medians = (each: readonly ColdStart[]) => ({
    loaded: medianMoment(each.map(({ loaded }) => loaded)),
    answered: medianMoment(each.map(({ answered }) => answered)),
    result: each.at(-1)?.result,
  });
  return new Map([...Map.groupBy(starts, ({ name }) => name)].map(([name, each]) => [name, medians(each)]));
};
/** Medians by the subject's name. */
export type MedianStarts = Awaited<ReturnType<typeof medianStarts>>;

const search = 'functions/locations-v2/find-points-near.ts';
const jsonSearch = fileURLToPath(
  new URL('../../benchmark/cold-start/json-search-function.ts', import.meta.url),
);

const resource = '/locations/v2/points/geo/{longitude}/{latitude}';
const event = gatewayEventOf({ path: '/locations/v2/points/geo/144.963/-37.814' }, resource, {
  longitude: '144.963',
  latitude: '-37.814',
});

export type PublishingStore = Pick<LocalBucket, 'endpoint' | 'credentials' | 'client' | 'bucket' | 'put'>;

/** Publishes locations, and returns the two functions that search them, bundled into the directory. */
export const searchStarts = async (
  store: PublishingStore,
  locations: readonly Location[],
  directory: string,
): Promise<Readonly<Record<'ours' | 'json', ColdStartSubject>>> => {
  const jsonKey = 'locations.json.gz';
  await storePublication(store, { locations });
  await store.put(jsonKey, gzipSync(JSON.stringify(locations)));
  bundleFunctions([search], directory);
  const environment = {
    AWS_ENDPOINT_URL_S3: store.endpoint,
    AWS_REGION: 'ap-southeast-2',
    AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    PUBLISHED_BUCKET: store.bucket,
    JSON_KEY: jsonKey,
    CATALOGUE_CHECK_SECONDS: '30',
  };
  return {
    ours: { file: join(directory, 'locations-v2/find-points-near/index.cjs'), event, environment },
    json: { file: await bundlePlainly(jsonSearch, directory, 'json-search'), event, environment },
  };
};
