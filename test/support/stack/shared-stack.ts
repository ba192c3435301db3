import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { TestProject } from 'vitest/node';
import { overlayKey } from '../../../shared/domain/publication/object-keys.ts';
import { fixtureOverlay } from '../fixture/fixture-catalogue.ts';
import { fixtureNetwork } from '../fixture/fixture-network.ts';
import { fileOf } from '../networks/import-lines.ts';
import type { ApiTarget } from '../targets/api-target.ts';
import { httpTarget } from '../targets/http-target.ts';
import { startWaypost } from './run-waypost.ts';
import { leaksOfStack, sendEnquiries, storedPersonalTexts } from './stack-logs.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  startStackProcess,
  untilPortalIsBuilt,
} from './stack-process.ts';
import { openStackStores } from './stack-stores.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the file in which `setup` describes the shared stack once it is ready: see running-stack.ts. */
    sharedStackFile: string;
  }
}

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
  await putFixtureOverlay(dataDirectory);
};

/** Stores the overlay of the fixture directly, because its reports never expire, unlike those that can be imported. */
const putFixtureOverlay = async (dataDirectory: string): Promise<void> => {
  using stores = await openStackStores(dataDirectory);
  const Body = gzipSync(JSON.stringify(fixtureOverlay));
  await stores.s3.send(new PutObjectCommand({ Bucket: stores.publishedBucket, Key: overlayKey, Body }));
};

/** Runs after all tests. Throws if the logs contain a key or the text of an enquiry, of which it sends some more. */
const refuseLeaks = async (dataDirectory: string, target: ApiTarget): Promise<void> => {
  await sendEnquiries(target);
  const leaks = await leaksOfStack(dataDirectory, await storedPersonalTexts(dataDirectory));
  if (leaks.length > 0) throw new Error(`A25: keys or personal texts are in logs:\n${leaks.join('\n')}`);
};

/** Content of the shared stack's file: the stack, or the reason why it could not be started. */
export type SharedStackFile =
  | { readonly url: string; readonly key: string; readonly dataDirectory: string }
  | { readonly error: string };

/** Starts and fills one stack for all tests of running stacks. Meanwhile, other tests begin. */
export default async function setup(project: TestProject) {
  const directory = await newDataDirectory();
  const file = join(directory, 'shared-stack.json');
  const tell = async (content: SharedStackFile): Promise<void> => {
    await writeFile(`${file}.unfinished`, JSON.stringify(content));
    await rename(`${file}.unfinished`, file);
  };
  const start = async () => {
    const stack = await startStackProcess();
    const end = async () => {
      await stack.stop();
      await removeDataDirectory(stack.dataDirectory);
    };
    try {
      const { url, key, dataDirectory } = stack;
      await importFixture(dataDirectory);
      // Tests copy the assembly with the portal.
      await untilPortalIsBuilt(url);
      await tell({ url, key, dataDirectory });
    } catch (error) {
      await end();
      throw error;
    }
    return { ...stack, end };
  };
  const starting = start();
  starting.catch((error: unknown) => tell({ error: String(error) }));
  project.provide('sharedStackFile', file);
  return async () => {
    try {
      const { url, key, dataDirectory, end } = await starting;
      try {
        await refuseLeaks(dataDirectory, httpTarget(url, key));
      } finally {
        await end();
      }
    } finally {
      await removeDataDirectory(directory);
    }
  };
}
