import { cp, glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { synthesise } from '../../infra/local/assembly/synthesise.ts';
import { dataFilesIn } from '../../infra/local/files/data-files.ts';
import { liftLimits } from '../support/stack/lifted-limits.ts';
import { newDataDirectory, removeDataDirectory } from '../support/stack/stack-process.ts';

/** How often the templates of an assembly ask for limits that no machine reaches. */
const liftedIn = async (assemblyDirectory: string): Promise<number> => {
  let lifted = 0;
  for await (const name of glob('*.template.json', { cwd: assemblyDirectory })) {
    const template = await readFile(join(assemblyDirectory, name), 'utf8');
    lifted += template.match(/(?:RateLimit|BurstLimit)":10000000\b/g)?.length ?? 0;
  }
  return lifted;
};

it('serves by an assembly whose limits were lifted, as a load needs it', async () => {
  const directory = await newDataDirectory();
  onTestFinished(() => removeDataDirectory(directory));
  const { assemblyDirectory } = dataFilesIn(directory);
  await cp(dataFilesIn(inject('sharedStack').dataDirectory).assemblyDirectory, assemblyDirectory, {
    recursive: true,
  });
  expect(await liftedIn(assemblyDirectory)).toBe(0);
  await liftLimits(assemblyDirectory);
  const lifted = await liftedIn(assemblyDirectory);
  expect(lifted).toBeGreaterThan(0);
  await synthesise(assemblyDirectory);
  expect(await liftedIn(assemblyDirectory)).toBe(lifted);
});
