import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { screenshotFolder } from './screenshot-folder.ts';

/** Flags that keep the browser from sending requests of its own. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Used instead of request interception, because Playwright would then respond to preflight requests itself.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Portal visitor with a separate browser profile. */
export interface Visitor {
  readonly page: Page;
  /** Saves a screenshot under this name. */
  see(name: string): Promise<void>;
  /** Ignores console errors that match this pattern, for requests that fail on purpose. */
  expectComplaint(text: RegExp): void;
}

interface Watched extends Visitor {
  /** Throws if the page logged errors, or sent a request to another machine. */
  close(): Promise<void>;
}

const isThisMachine = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return /^(data|blob|about):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost';
};

const visit = async (browser: Browser, options: BrowserContextOptions): Promise<Watched> => {
  const context = await browser.newContext({ baseURL: inject('portal').url, ...options });
  // The script of a reference takes seconds to start, and far longer on a busy machine.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const outside: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  context.on('request', (request) => {
    if (!isThisMachine(request.url())) outside.push(request.url());
  });
  return {
    page,
    see: async (name) => {
      await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
    },
    expectComplaint: (text) => void expected.push(text),
    close: async () => {
      await context.close();
      expect(outside, 'requests that left the machine').toEqual([]);
      const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors on the console').toEqual([]);
    },
  };
};

/**
 * Creates visitors for the tests in a file. They leave after each test. A test fails if a page logged errors or sent a
 * request to another machine.
 */
export const visitors = () => {
  let browser: Browser;
  const present: Watched[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: inject('portal').chromium,
      // In containers the tests run as root, for which Chromium has no sandbox.
      chromiumSandbox: process.getuid?.() !== 0,
      args: quiet,
    });
  });
  afterEach(async ({ task }) => {
    const leaving = present.splice(0);
    if (task.result?.state === 'fail') {
      const name = `failed-${task.name.replaceAll(/\W+/g, '-')}`;
      for (const visitor of leaving) await visitor.see(name).catch(() => {});
    }
    for (const visitor of leaving) await visitor.close();
  });
  afterAll(() => browser.close());
  return async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const visitor = await visit(browser, options);
    present.push(visitor);
    return visitor;
  };
};
