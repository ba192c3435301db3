import { defineConfig } from 'vitest/config';
import SlowestFirst from './test/support/slowest-first.ts';

/** Timeouts for a busy machine. Waits end as soon as their condition is met. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

/** Files of tests that only read synthesised templates. */
const templates = [
  'test/infra/{checks,constructs,docs,local/template,routes,stacks,stages}/**/*.test.ts',
  'test/infra/cost/cost-model.test.ts',
];

/** Set-up of all projects: the folder for temporary files, and the compile cache. */
const globalSetup = ['test/support/global-setup.ts'];

/** Figures and deadlines that other work would disturb, measured one at a time at the end. */
const quiet = [
  'test/figures/{noisy-clients,overload,served-change}.test.ts',
  'test/functions/faults/random-failures.test.ts',
];

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

/** Tests that share loaded libraries, because loading them for each file again would take a quarter of the time. */
const together = { isolate: false, setupFiles: ['test/support/quiet-log.ts'] };

export default defineConfig({
  test: {
    // Five workers keep two cores busy, because tests often wait for leases, deadlines, polls and other processes.
    maxWorkers: 5,
    reporters: ['default', './test/cases/case-reporter.ts', './test/support/slowest-files.ts'],
    sequence: { sequencer: SlowestFirst },
    // The projects start in this order: those with the longest files first, so that all workers end at about the same time.
    projects: [
      {
        test: {
          ...timeouts,
          ...together,
          name: 'functions',
          globalSetup,
          include: functions,
          exclude: [...ownProcess, ...quiet],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'running stack',
          isolate: false,
          include: ['test/local/**/*.test.ts', 'test/figures/**/*.test.ts'],
          exclude: quiet,
          globalSetup: [...globalSetup, 'test/support/stack/shared-stack.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'own process',
          globalSetup,
          include: ownProcess,
          setupFiles: ['test/support/quiet-log.ts'],
        },
      },
      {
        test: { ...timeouts, ...together, name: 'templates', globalSetup, include: templates },
      },
      {
        test: {
          ...timeouts,
          ...together,
          name: 'parts',
          globalSetup,
          include: ['test/**/*.test.ts'],
          exclude: ['test/local/**', 'test/figures/**', ...templates, ...functions, ...ownProcess],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'quiet',
          include: quiet,
          globalSetup,
          setupFiles: ['test/support/quiet-log.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
