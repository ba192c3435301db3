import { defineConfig } from 'vitest/config';

/** Smoke tests in one file with sequential requests, to stay within a client's rate limit. */
export default defineConfig({
  test: {
    name: 'smoke',
    root: import.meta.dirname,
    include: ['stage.smoke.ts'],
    reporters: ['tree'],
    // A publication between two compared responses may take a minute to be served.
    testTimeout: 90_000,
    // A broken stage does not need two hundred reports.
    bail: 20,
  },
});
