import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addPortal, synthesise } from '../../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';

const cacheOf = (name: string) =>
  fileURLToPath(new URL(`../../../node_modules/.cache/${name}`, import.meta.url));

/**
 * Returns a folder that contains only an assembly and can replace another stack's data directory. The folder is kept
 * between test runs, and synthesised again if the sources have changed. Not safe for concurrent tests.
 */
export const keptAssembly = async (): Promise<string> => {
  const folder = cacheOf('waypost-tests');
  const { assemblyDirectory } = dataFilesIn(folder);
  await synthesise(assemblyDirectory);
  await addPortal(assemblyDirectory);
  return folder;
};

const folder = cacheOf('waypost-tests-sample');

/**
 * Returns the fingerprint of the sources from which a data directory was built, or undefined if the directory is empty.
 */
const fingerprintIn = (dataDirectory: string): Promise<string | undefined> =>
  readFile(join(dataFilesIn(dataDirectory).assemblyDirectory, 'fingerprint'), 'utf8').catch(() => undefined);

/** Copies the data directory of a stopped stack that contains only the sample network, for later test runs. */
export const keepSample = async (dataDirectory: string): Promise<void> => {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(dataDirectory, unfinished, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
};

/**
 * Fills a new data directory with the kept sample network if the sources are unchanged, so that the stack need not load
 * and publish it. Otherwise leaves the directory empty.
 */
export const provideKeptSample = async (dataDirectory: string): Promise<void> => {
  const kept = await fingerprintIn(folder);
  if (kept === undefined || kept !== (await fingerprintIn(await keptAssembly()))) return;
  await cp(folder, dataDirectory, { recursive: true });
};
