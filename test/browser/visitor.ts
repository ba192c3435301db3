import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { listen } from '../../infra/local/http/listening.ts';
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
export type Visitor = Awaited<ReturnType<typeof visit>>;

const isThisMachine = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return /^(data|blob|about):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost';
};

const visit = async (browser: Browser, options: BrowserContextOptions) => {
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
    /** Saves a screenshot under this name. */
    see: (name: string) => page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true }),
    /** Ignores console errors that match this pattern, for requests that fail on purpose. */
    expectComplaint: (text: RegExp) => void expected.push(text),
    /** Throws if the page logged errors, or sent a request to another machine. */
    close: async () => {
      await context.close();
      expect(outside, 'requests that left the machine').toEqual([]);
      const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors on the console').toEqual([]);
    },
  };
};

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/**
 * Creates visitors for the tests in a file. They leave after each test. A test fails if a page logged errors or sent a
 * request to another machine.
 */
export const visitors = () => {
  let browser: Browser;
  const present: Visitor[] = [];
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

/**
 * Holds back requests. `asked` resolves when the first one arrives. `release` lets them continue, or answers them with
 * `respond`.
 */
export const hold = async (
  page: Page,
  pattern: string | RegExp,
  respond: (route: Route) => Promise<void> = (route) => route.continue(),
  options: { readonly times?: number } = {},
) => {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handle = async (route: Route) => {
    asked.resolve();
    await released.promise;
    await respond(route);
  };
  await page.route(pattern, handle, options);
  return { asked: asked.promise, release: released.resolve };
};

/** Starts a website on another origin for the tests in a file. Returns a function that returns its origin. */
export const website = (pageAt: (url: URL) => string): (() => string) => {
  let origin = '';
  const server = createServer(({ url = '/' }, response) => {
    response.writeHead(url === '/favicon.ico' ? 204 : 200, { 'content-type': 'text/html' });
    response.end(pageAt(new URL(url, origin)));
  });
  beforeAll(async () => {
    origin = await listen(server, 0, '127.0.0.1');
  });
  afterAll(() => void server.close());
  return () => origin;
};
