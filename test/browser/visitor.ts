import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { screenshotFolder } from './screenshot-folder.ts';

/** Flags that keep a browser from speaking with anybody but the pages it is sent to. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Not by intercepting requests: while any are intercepted, Playwright itself answers the preflights of pages.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** A visitor of the portal: a page of a browser profile of its own, and what must not happen there. */
export interface Visitor {
  readonly page: Page;
  /** Keeps what the page looks like, under this name. */
  see(name: string): Promise<void>;
  /** The answer to some call fails on purpose: the browser's own word of it, with this in it, is no fault of the page. */
  expectComplaint(text: RegExp): void;
}

interface Watched extends Visitor {
  /** Throws where the page complained, or asked anybody but this machine. */
  close(): Promise<void>;
}

const isThisMachine = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return /^(data|blob|about):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost';
};

const visit = async (browser: Browser, options: BrowserContextOptions): Promise<Watched> => {
  const context = await browser.newContext({ baseURL: inject('portal').url, ...options });
  // The program of a reference takes seconds to start, and far more on a busy machine.
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
 * Visitors for the tests of a file. After each test those that came leave, and fail it where a page complained on its
 * console or asked anything of another machine.
 */
export const visitors = () => {
  let browser: Browser;
  const present: Watched[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: inject('portal').chromium,
      // In containers the tests run as root, for whom Chromium has no sandbox.
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
