import { fileURLToPath } from 'node:url';
import { synthesise } from '../../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/waypost-tests/', import.meta.url));

/**
 * Returns a folder with only an assembly, in place of another stack's data directory: kept between test runs, and
 * synthesised again if the sources change. Not safe for tests that run concurrently. Throws SynthesisFailed.
 */
export const keptAssembly = async (): Promise<string> => {
  await synthesise(dataFilesIn(folder).assemblyDirectory);
  return folder;
};
