import { defineConfig } from 'vitest/config';

/** What a visitor sees of the portal, in a real browser. */
export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    include: ['*.browser.ts'],
    globalSetup: [
      '../support/temporary-folder.ts',
      '../support/keep-compiled-code.ts',
      'portal-under-test.ts',
    ],
    // A browser waits as often as it works: two keep two cores busy.
    maxWorkers: 2,
    reporters: 'tree',
    // What a page shows may follow what was clicked by a moment, and by a longer one on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
