import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // The machine's cores are shared with the engines, stores and stacks that the tests start.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...patience,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: ['test/local/**'],
        },
      },
      {
        test: {
          ...patience,
          name: 'running stack',
          include: ['test/local/**/*.test.ts'],
          globalSetup: ['test/support/shared-stack.ts'],
        },
      },
    ],
  },
});
