import { rooms } from './rooms.js';

/** Mutates the part of the product that ROOM names, and fails unless its tests detect 85% of the mutants. */
export default {
  mutate: rooms[process.env.ROOM ?? '']?.code ?? [],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.js' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `dist/mutation/${process.env.ROOM}.html` },
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: 'dist/mutation/sandbox',
  ignorePatterns: ['dist', '.local', 'docs'],
  timeoutMS: 5000,
};
