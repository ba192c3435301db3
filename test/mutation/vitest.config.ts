import { defineConfig } from 'vitest/config';

/** The tests that judge mutated code: those of its parts and of the handlers, none that start a stack. */
export default defineConfig({
  test: {
    include: [
      'test/shared/{domain,http,wire}/**/*.test.ts',
      'test/contract/*-handlers.test.ts',
      'test/functions/platform/authorise-api-key*.test.ts',
    ],
    // It compares thousands of searches of a whole network, which no mutant needs to be found by.
    exclude: ['test/shared/domain/location/whole-network.test.ts'],
    setupFiles: ['test/support/quiet-log.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
