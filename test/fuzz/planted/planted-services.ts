import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import * as z from 'zod';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import type { Plant } from './plants.ts';
import type { servicesOver } from './services.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const entry = fileURLToPath(new URL('services.ts', import.meta.url));
/** Folder below node_modules, so that bundles resolve packages. */
const cache = join(repository, 'node_modules/.cache/waypost-fuzz');

/** The text that a plant replaces is missing or not unique, because the code has changed. */
class PlantHasNoPlace extends Error {
  override readonly name = 'PlantHasNoPlace';
}

const planting = ({ name, file, from, to }: Plant): Plugin => {
  const path = resolve(repository, file);
  return {
    name: 'planting',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, async (loaded) => {
        if (loaded.path !== path) return undefined;
        const [before, after, ...others] = (await readFile(path, 'utf8')).split(from);
        if (after === undefined || others.length > 0) {
          throw new PlantHasNoPlace(`${name}: its text must occur exactly once in ${file}`);
        }
        return { contents: before + to + after, loader: 'ts' };
      });
    },
  };
};

type ServicesOver = typeof servicesOver;
const built = z.object({ servicesOver: z.custom<ServicesOver>((value) => typeof value === 'function') });

/**
 * Returns the handlers of all three services, with a planted fault if one is given. They are bundled separately, so
 * that nothing else in this process has the fault. Throws PlantHasNoPlace.
 */
export const plantedServices = async (
  plant: Plant | undefined,
  tables: Parameters<ServicesOver>[0],
): Promise<ApiTarget> => {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'planted-'));
  const outfile = join(folder, 'services.mjs');
  try {
    const { metafile } = await build({
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
    if (plant && !(plant.file in metafile.inputs)) {
      throw new PlantHasNoPlace(`${plant.name}: no handler imports ${plant.file}`);
    }
    const loaded: unknown = await import(pathToFileURL(outfile).href);
    return built.parse(loaded).servicesOver(tables);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
