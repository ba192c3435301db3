import { fileURLToPath } from 'node:url';
import { dataFilesIn } from '../../infra/local/files/data-files.ts';
import { synthesise } from '../../infra/local/synthesise.ts';

/**
 * As a stack's data directory that holds an assembly and nothing else: kept from one run of the tests to the next, and
 * made anew where the sources have changed.
 */
export const keptAssembly = fileURLToPath(
  new URL('../../node_modules/.cache/waypost-tests/', import.meta.url),
);

/** Makes the assembly for stacks that are started without one of the tests' own. */
export default async function setup(): Promise<void> {
  await synthesise(dataFilesIn(keptAssembly).assemblyDirectory);
}
