import { fileURLToPath } from 'node:url';
import { synthesise } from '../../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../../infra/local/files/data-files.ts';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/waypost-tests/', import.meta.url));

/**
 * A folder that stands for the data directory of another stack, and holds an assembly and nothing else: kept from one
 * run of the tests to the next, and made anew where the sources have changed. Not to be asked for at the same time by
 * tests that run beside each other. Throws SynthesisFailed.
 */
export const keptAssembly = async (): Promise<string> => {
  await synthesise(dataFilesIn(folder).assemblyDirectory);
  return folder;
};
