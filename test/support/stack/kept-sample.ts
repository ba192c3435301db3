import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addPortal, synthesise } from '../../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';

const cacheOf = (name: string) =>
  fileURLToPath(new URL(`../../../node_modules/.cache/${name}`, import.meta.url));

/** Returns a folder with only an assembly, which is kept between test runs. Not safe for concurrent tests. */
export const keptAssembly = async (): Promise<string> => {
  const folder = cacheOf('waypost-tests');
  const { assemblyDirectory } = dataFilesIn(folder);
  await synthesise(assemblyDirectory);
  await addPortal(assemblyDirectory);
  return folder;
};

const folder = cacheOf('waypost-tests-sample');

const fingerprintIn = (dataDirectory: string): Promise<string | undefined> =>
  readFile(join(dataFilesIn(dataDirectory).assemblyDirectory, 'fingerprint'), 'utf8').catch(() => undefined);

/** Keeps the data directory of a stopped stack that contains only the sample network. */
export const keepSample = async (dataDirectory: string): Promise<void> => {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(dataDirectory, unfinished, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
};

/** Fills a new data directory with the kept sample network, unless the sources have changed. */
export const provideKeptSample = async (dataDirectory: string): Promise<void> => {
  const kept = await fingerprintIn(folder);
  if (kept === undefined || kept !== (await fingerprintIn(await keptAssembly()))) return;
  await cp(folder, dataDirectory, { recursive: true });
};
