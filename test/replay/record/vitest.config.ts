import { defineConfig } from 'vitest/config';

/** Configuration of the tests of the running stack whose requests are recorded; see `test/replay/record.ts`. */
export default defineConfig({
  test: {
    name: 'recorded',
    root: `${import.meta.dirname}/../../..`,
    include: [
      'test/local/{contract,documented-answers,export,keys,limits}.test.ts',
      'test/local/hostile/{http,keys}.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts', 'test/support/stack/shared-stack.ts'],
    setupFiles: ['test/replay/record/record-requests.ts'],
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
