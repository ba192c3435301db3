import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 30_000, hookTimeout: 120_000 };

/** What reads the synthesised templates, and nothing that runs. */
const templates = [
  'test/infra/{checks,constructs,docs,routes,stacks,stages}/**/*.test.ts',
  'test/infra/cost/monthly-cost.test.ts',
];

/** What computes and nothing else: no store, no file, no module that keeps anything. */
const pure = ['test/shared/{domain,spatial,wire}/**/*.test.ts'];

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
          exclude: ['test/local/**', 'test/figures/**', ...templates, ...pure],
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...patience,
          name: 'pure',
          include: pure,
          // To load the schemas anew for each file takes as long as half of their tests.
          isolate: false,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...patience,
          name: 'templates',
          include: templates,
          // The CDK takes seconds to be loaded, and a stage to be synthesised: once for all that share a worker.
          isolate: false,
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
