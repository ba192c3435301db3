import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFilesIn } from '../../../infra/local/files/data-files.ts';
import { keptAssembly } from './kept-assembly.ts';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/waypost-tests-sample', import.meta.url));

/** Of the sources that all in a data directory was made by; undefined where there is nothing. */
const fingerprintIn = (dataDirectory: string): Promise<string | undefined> =>
  readFile(join(dataFilesIn(dataDirectory).assemblyDirectory, 'fingerprint'), 'utf8').catch(() => undefined);

/** Keeps the data directory of a stack that has loaded the sample network, nothing else, and has ended. */
export const keepSample = async (dataDirectory: string): Promise<void> => {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(dataDirectory, unfinished, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
};

/**
 * Fills a new data directory with what a test has kept of a stack with the sample network, where the sources are the
 * same: to load and publish it takes twenty seconds of a processor. Else it is left as it is, for the stack to do so.
 */
export const provideKeptSample = async (dataDirectory: string): Promise<void> => {
  const kept = await fingerprintIn(folder);
  if (kept === undefined || kept !== (await fingerprintIn(await keptAssembly()))) return;
  await cp(folder, dataDirectory, { recursive: true });
};
