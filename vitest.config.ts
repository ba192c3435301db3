import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // The machine's cores are shared with the engines, stores and stacks that the tests start.
    maxWorkers: 2,
    reporters: ['default', './test/cases/case-reporter.ts'],
    projects: [
      {
        test: {
          ...patience,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: ['test/local/**', 'test/figures/**'],
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...patience,
          name: 'running stack',
          include: ['test/local/**/*.test.ts'],
          globalSetup: ['test/support/shared-stack.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What is promised in seconds and megabytes is measured with nothing else running.
        test: {
          ...patience,
          name: 'figures',
          include: ['test/figures/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
