import { rooms } from './rooms.js';

/** Mutates one room of the product, named by ROOM, and fails unless its tests notice 85 % of the mutants. */
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
