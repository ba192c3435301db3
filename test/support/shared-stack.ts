import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { fixtureNetwork, toImportLines } from './fixture-network.ts';
import { runWaypost } from './run-waypost.ts';
import { removeDataDirectory, startStackProcess } from './stack-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A stack that holds the fixture network and is changed by no test but for keys and enquiries. */
    sharedStack: { readonly url: string; readonly key: string; readonly dataDirectory: string };
  }
}

const importFixture = async (dataDirectory: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-fixture-'));
  const kinds = {
    'bill-types': fixtureNetwork.billTypes,
    billers: fixtureNetwork.billers,
    services: fixtureNetwork.services,
    locations: fixtureNetwork.locations,
  };
  for (const [kind, records] of Object.entries(kinds)) {
    const file = join(folder, `${kind}.ndjson`);
    await writeFile(file, toImportLines(records));
    const { status, stderr } = await runWaypost(['import', kind, file, '--data-dir', dataDirectory]);
    if (status !== 0) throw new Error(`the fixture's ${kind} were not imported: ${stderr}`);
  }
  await rm(folder, { recursive: true });
};

/** Starts one stack for all tests of running stacks, and fills it by the operator's command line. */
export default async function setup(project: TestProject) {
  const { url, key, dataDirectory, stop } = await startStackProcess();
  const teardown = async () => {
    await stop();
    await removeDataDirectory(dataDirectory);
  };
  try {
    await importFixture(dataDirectory);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('sharedStack', { url, key, dataDirectory });
  return teardown;
}
