import { mkdir, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { createWaypostClient } from '../../shared/client/index.ts';
import { services } from '../../shared/domain/access/service.ts';
import { keptAssembly, provideKeptSample } from '../support/stack/kept-sample.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import { issueKeyOn } from '../support/stack/stack-stores.ts';
import { installedChromium } from './installed-chromium.ts';
import { importPlaceWithSpecialDays, type PlaceWithSpecialDays } from './place-with-special-days.ts';
import { screenshotFolder } from './screenshot-folder.ts';

/** Searchable properties of a work centre. */
export interface ExportedPlace {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly lat: number;
  readonly lon: number;
  /** Postcodes of all its addresses. */
  readonly postcodes: readonly string[];
  /** Ids of its operational capabilities. */
  readonly services: readonly string[];
}

interface PortalUnderTest {
  readonly url: string;
  readonly dataDirectory: string;
  readonly key: string;
  /** Sandbox key of the client `acme`. It can simulate failures. */
  readonly sandboxKey: string;
  /** Key that can only submit enquiries. */
  readonly enquiriesKey: string;
  readonly chromium: string;
  /** All places that searches can find, from the export. */
  readonly network: readonly ExportedPlace[];
  readonly placeWithSpecialDays: PlaceWithSpecialDays;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Stack with the portal, the sample network and one more place. */
    portal: PortalUnderTest;
  }
}

/** Starts the stack for all browser tests. Fails before that if there is no browser. */
export default async function setup(project: TestProject) {
  const chromium = installedChromium();
  await rm(screenshotFolder, { recursive: true, force: true });
  await mkdir(screenshotFolder, { recursive: true });
  const dataDirectory = await newDataDirectory();
  await provideKeptSample(dataDirectory);
  const assemblyOf = await keptAssembly();
  const { url, key, stop } = await startStackProcess({ dataDirectory, sample: true, assemblyOf });
  const placeWithSpecialDays = await importPlaceWithSpecialDays(dataDirectory);
  const network = await exportedNetwork(url, key);
  const ofAcme = { client: 'acme', plan: 'standard', environment: 'test' } as const;
  const sandboxKey = await issueKeyOn(dataDirectory, { ...ofAcme, scopes: [...services], sandbox: true });
  const enquiriesKey = await issueKeyOn(dataDirectory, { ...ofAcme, scopes: ['bill-management:enquiries'] });
  const keys = { key, sandboxKey, enquiriesKey };
  project.provide('portal', { url, dataDirectory, ...keys, chromium, network, placeWithSpecialDays });
  return async () => {
    await stop();
    await removeDataDirectory(dataDirectory);
  };
}

/** Returns a stack's whole network. */
const exportedNetwork = async (baseUrl: string, key: string): Promise<readonly ExportedPlace[]> => {
  const all = await Array.fromAsync(createWaypostClient({ baseUrl, key }).workCentres());
  return all.map(({ id, type, attributes, location }) => ({
    ...{ id, type, name: attributes.business_long_name ?? attributes.business_name },
    ...{ lat: location.attributes.lat, lon: location.attributes.lon },
    postcodes: location.addresses.flatMap((address) => address.attributes.postcode || []),
    services: attributes.operational_capabilities?.map((each) => each.id) ?? [],
  }));
};
