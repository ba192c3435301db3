import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { keptAssembly, provideKeptSample } from '../support/stack/kept-sample.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import { startConsole } from '../support/stack/start-console.ts';
import { visitors } from './visitor.ts';

/** Starts a separate stack with a console, which the tests in a file may change. */
export const consoleVisits = () => {
  const newVisitor = visitors();
  const consoles: Awaited<ReturnType<typeof startConsole>>[] = [];
  const openOwnConsole = async (options: Parameters<typeof newVisitor>[0] = {}) => {
    const started = await startConsole(dataDirectory);
    consoles.push(started);
    const visitor = await newVisitor({ ...options, baseURL: started.origin });
    await visitor.page.goto(started.link);
    const end = async () => {
      started.interrupt();
      await started.ended;
    };
    return { ...visitor, end, origin: started.origin };
  };
  let shared: BrowserContextOptions | undefined;
  let dataDirectory = '';
  let stack: Awaited<ReturnType<typeof startStackProcess>>;
  beforeAll(async () => {
    dataDirectory = await newDataDirectory();
    await provideKeptSample(dataDirectory);
    stack = await startStackProcess({ dataDirectory, sample: true, assemblyOf: await keptAssembly() });
  });
  afterAll(async () => {
    for (const { interrupt, ended } of consoles) {
      interrupt();
      await ended;
    }
    await stack.stop();
    await removeDataDirectory(dataDirectory);
  });
  return {
    /** Starts a console, as another operator on another machine, and opens its one-time link. */
    openOwnConsole,
    /** Returns a visitor with a session of the console that all tests in the file share. The first test starts it. */
    async openConsole(options: Parameters<typeof newVisitor>[0] = {}) {
      if (shared) return newVisitor({ ...options, ...shared });
      const { origin, ...visitor } = await openOwnConsole(options);
      shared = { baseURL: origin, storageState: await visitor.page.context().storageState() };
      return visitor;
    },
    /** Returns the JSON of an API response to a request with the stack owner's key. */
    async fromApi(path: string): Promise<unknown> {
      const response = await fetch(`${stack.url}${path}`, { headers: { 'auth-key': stack.key } });
      return response.json();
    },
    /** Runs a command against the stack. */
    async waypost(...args: readonly string[]) {
      const { status, stderr } = await runWaypost([...args, '--data-dir', dataDirectory]);
      expect(status, stderr).toBe(0);
    },
  };
};
