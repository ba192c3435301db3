import { mkdir, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { removeDataDirectory, startStackProcess } from '../support/stack-process.ts';
import { installedChromium } from './installed-chromium.ts';
import { screenshotFolder } from './screenshot-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A stack with the sample network, the portal at its address, and the browser to visit it with. */
    portal: { readonly url: string; readonly key: string; readonly chromium: string };
  }
}

/** Starts the stack that the visitors of all tests come to. Fails before that where there is no browser. */
export default async function setup(project: TestProject) {
  const chromium = await installedChromium();
  await rm(screenshotFolder, { recursive: true, force: true });
  await mkdir(screenshotFolder, { recursive: true });
  const { url, key, dataDirectory, stop } = await startStackProcess({ sample: true });
  project.provide('portal', { url, key, chromium });
  return async () => {
    await stop();
    await removeDataDirectory(dataDirectory);
  };
}
