import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

/** Long enough for a machine that others share. A wait ends as soon as its condition holds. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

/** What reads the synthesised templates, and nothing that runs. */
const templates = [
  'test/infra/{checks,constructs,docs,routes,stacks,stages}/**/*.test.ts',
  'test/infra/cost/cost-model.test.ts',
];

/** First for all projects: where their processes have their temporary files, and what code is compiled already. */
const globalSetup = ['test/support/temporary-folder.ts', 'test/support/keep-compiled-code.ts'];

/** What is promised in time that passes, and measured with nothing else running. */
const latencies = ['test/figures/{change-latency,noisy-clients,overload}.test.ts'];

/**
 * What needs a process to itself: handlers, their figures and what they remember, which have one on Lambda, bundles of
 * whole services, which bring their own runtime, and what measures the memory of its process.
 */
const ownProcess = [
  'test/{contract,functions,fuzz/planted,shared/observability}/**/*.test.ts',
  'test/shared/data-access/{publishing/published-catalogue,importing/import-lines}.test.ts',
  'test/infra/local/gateway/streaming.test.ts',
];

export default defineConfig({
  test: {
    // Two cores are kept busy by three: tests wait for leases, deadlines and polls, and for what they start.
    maxWorkers: 3,
    reporters: ['default', './test/cases/case-reporter.ts', './test/support/slowest-files.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patience,
          name: 'parts',
          globalSetup,
          include: ['test/**/*.test.ts'],
          exclude: ['test/local/**', 'test/figures/**', ...templates, ...ownProcess],
          // To load schemas, gateway and SDK anew for each file takes a quarter of the time of their tests.
          isolate: false,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...patience,
          name: 'functions',
          globalSetup,
          include: ownProcess,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...patience,
          name: 'templates',
          globalSetup,
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
          globalSetup: [...globalSetup, 'test/support/stack/shared-stack.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What is promised in megabytes, and in time of a processor: two at a time, so that each has one.
        test: {
          ...patience,
          name: 'figures',
          include: ['test/figures/**/*.test.ts'],
          exclude: latencies,
          globalSetup,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...patience,
          name: 'latencies',
          include: latencies,
          globalSetup,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
