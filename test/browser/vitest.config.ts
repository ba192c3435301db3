import { defineConfig } from 'vitest/config';

/** What a visitor sees of the portal, in a real browser: one after the other, for a page is also timed. */
export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    include: ['*.browser.ts'],
    globalSetup: ['portal-under-test.ts'],
    fileParallelism: false,
    reporters: ['tree'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
