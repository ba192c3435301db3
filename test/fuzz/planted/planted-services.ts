import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { storeFixtureBillers } from '../../support/fixture/fixture-billers.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import type { Plant } from './plants.ts';
import type { servicesOver } from './services.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const entry = fileURLToPath(new URL('services.ts', import.meta.url));
/** Folder below node_modules, so that bundles resolve packages. */
const cache = join(repository, 'node_modules/.cache/waypost-fuzz');

/** Throws if the text that a plant replaces is missing or not unique, because the code has changed. */
const plantedSource = async ({ name, file, from, to }: Plant): Promise<string> => {
  const [before, after, ...others] = (await readFile(join(repository, file), 'utf8')).split(from);
  if (after === undefined || others.length > 0)
    throw new Error(`${name}: its text must occur exactly once in ${file}`);
  return before + to + after;
};

const planting = (plant: Plant): Plugin => {
  const path = resolve(repository, plant.file);
  return {
    name: 'planting',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, async (loaded) =>
        loaded.path === path ? { contents: await plantedSource(plant), loader: 'ts' } : undefined,
      );
    },
  };
};

const bundle = (plant: Plant | undefined, outfile: string, write = true) =>
  build({
    write,
    entryPoints: [entry],
    outfile,
    metafile: true,
    absWorkingDir: repository,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'silent',
    plugins: plant ? [planting(plant)] : [],
  });

type ServicesOver = typeof servicesOver;

const noImporter = ({ name, file }: Plant): string => `${name}: no handler imports ${file}`;

/** Returns the plants that cannot be planted, with the reasons. */
export const impossiblePlants = async (plants: readonly Plant[]): Promise<readonly string[]> => {
  const { metafile } = await bundle(undefined, 'unwritten.mjs', false);
  const reasonAgainst = async (plant: Plant): Promise<string | undefined> => {
    if (!(plant.file in metafile.inputs)) return noImporter(plant);
    try {
      await transform(await plantedSource(plant), { loader: 'ts' });
      return undefined;
    } catch (error) {
      return `${plant.name}: ${error}`;
    }
  };
  return (await Promise.all(plants.map(reasonAgainst))).filter((reason) => reason !== undefined);
};

/** Bundles the handlers separately, so that nothing else in this process has the fault. */
export const plantedServices = async (
  plant: Plant | undefined,
  tables: Parameters<ServicesOver>[0],
): Promise<ApiTarget> => {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'planted-'));
  const outfile = join(folder, 'services.mjs');
  try {
    const { metafile } = await bundle(plant, outfile);
    if (plant && !(plant.file in metafile.inputs)) throw new Error(noImporter(plant));
    const loaded: { readonly servicesOver: ServicesOver } = await import(pathToFileURL(outfile).href);
    return loaded.servicesOver(tables);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Starts tables with the fixture's billers, which all planted faults share. */
export const startTablesForPlants = async () => {
  const { client, tables, close } = await startEmbeddedTables();
  const billers = { client, tableName: tables.billers };
  await storeFixtureBillers(billers);
  return { given: { billers, enquiries: { client, tableName: tables.enquiries } }, close };
};
