import type { TestProject } from 'vitest/node';
import { fixtureNetwork } from '../fixture/fixture-network.ts';
import { fileOf } from '../networks/import-lines.ts';
import type { ApiTarget } from '../targets/api-target.ts';
import { httpTarget } from '../targets/http-target.ts';
import { startWaypost } from './run-waypost.ts';
import { sendEnquiries } from './secret-traffic.ts';
import { leaksOfStack, storedPersonalTexts } from './stack-logs.ts';
import { removeDataDirectory, startStackProcess } from './stack-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Stack with the fixture network, which tests may change only by keys and enquiries. */
    sharedStack: { readonly url: string; readonly key: string; readonly dataDirectory: string };
  }
}

/** Imports the fixture network into a running stack, as an operator would. */
export const importFixture = async (dataDirectory: string): Promise<void> => {
  const kinds = {
    'bill-types': fixtureNetwork.billTypes,
    billers: fixtureNetwork.billers,
    services: fixtureNetwork.services,
    'parcel-limits': fixtureNetwork.parcelLimits,
    locations: fixtureNetwork.locations,
  };
  for (const [kind, records] of Object.entries(kinds)) {
    const command = ['import', kind, '-', '--data-dir', dataDirectory];
    const { status, stderr } = await startWaypost(command, { input: fileOf(records) }).ended;
    if (status !== 0) throw new Error(`the fixture's ${kind} were not imported: ${stderr}`);
  }
};

/**
 * Checks after all tests, and some further enquiries as tests may be few, that no key or personal text is in the
 * stack's logs.
 */
const refuseLeaks = async (dataDirectory: string, target: ApiTarget): Promise<void> => {
  await sendEnquiries(target);
  const leaks = await leaksOfStack(dataDirectory, await storedPersonalTexts(dataDirectory));
  if (leaks.length > 0) throw new Error(`A25: keys or personal texts are in logs:\n${leaks.join('\n')}`);
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
  return async () => {
    try {
      await refuseLeaks(dataDirectory, httpTarget(url, key));
    } finally {
      await teardown();
    }
  };
}
