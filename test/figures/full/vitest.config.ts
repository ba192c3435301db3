import { defineConfig } from 'vitest/config';

/** Limits for a network the size of a country (`npm run test:figures`), measured one after the other. */
export default defineConfig({
  test: {
    name: 'full figures',
    root: import.meta.dirname,
    include: ['*.figures.ts'],
    globalSetup: ['../../support/global-setup.ts'],
    maxWorkers: 1,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
