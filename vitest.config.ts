import { defineConfig } from 'vitest/config';
import SlowestFirst from './test/support/slowest-first.ts';

/** Timeouts for a busy machine. Waits end as soon as their condition is met. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

/** Files of tests that only read synthesised templates. */
const templates = [
  'test/infra/{checks,constructs,docs,routes,stacks,stages}/**/*.test.ts',
  'test/infra/cost/cost-model.test.ts',
];

/** Set-up of all projects: the folder for temporary files, and the compile cache. */
const globalSetup = ['test/support/temporary-folder.ts', 'test/support/keep-compiled-code.ts'];

/** Latency figures, measured on their own. */
const latencies = ['test/figures/{small-country,noisy-clients,overload}.test.ts'];

/**
 * Tests that need their own process: of metrics, which are per process, of bundles, which contain their own runtime, and
 * of memory use.
 */
const ownProcess = [
  'test/{functions/platform/authorising,fuzz/planted,shared/observability}/**/*.test.ts',
  'test/functions/{counted-requests,wire-format}.test.ts',
  'test/shared/data-access/{publishing/published-catalogue,importing/import-lines}.test.ts',
  'test/infra/local/gateway/streaming.test.ts',
];

/** Tests of handlers. */
const functions = ['test/{contract,functions}/**/*.test.ts'];

export default defineConfig({
  test: {
    // Three workers keep two cores busy, because tests often wait for leases, deadlines, polls and other processes.
    maxWorkers: 3,
    reporters: ['default', './test/cases/case-reporter.ts', './test/support/slowest-files.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...timeouts,
          name: 'parts',
          globalSetup,
          include: ['test/**/*.test.ts'],
          exclude: ['test/local/**', 'test/figures/**', ...templates, ...functions, ...ownProcess],
          // Loading schemas, gateway and SDK for each file again would take 25% of the time.
          isolate: false,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...timeouts,
          name: 'functions',
          globalSetup,
          include: functions,
          exclude: ownProcess,
          // Loading the SDK and the handlers for each file again would take a quarter of the time.
          isolate: false,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...timeouts,
          name: 'own process',
          globalSetup,
          include: ownProcess,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...timeouts,
          name: 'templates',
          globalSetup,
          include: templates,
          // Loading the CDK and synthesising a stage take seconds, so that each worker does so only once.
          isolate: false,
          setupFiles: ['test/support/quiet-log.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...timeouts,
          name: 'running stack',
          include: ['test/local/**/*.test.ts'],
          globalSetup: [...globalSetup, 'test/support/stack/shared-stack.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Figures in megabytes and processor time. Two at a time, so that each has its own core.
        test: {
          ...timeouts,
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
          ...timeouts,
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
