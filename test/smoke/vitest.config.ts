import { defineConfig } from 'vitest/config';

/** One file sends requests sequentially, to stay within a client's rate limit. */
export default defineConfig({
  test: {
    name: 'smoke',
    root: import.meta.dirname,
    include: ['stage.smoke.ts'],
    reporters: ['tree'],
    // A publication between two compared responses may take up to a minute to be served.
    testTimeout: 90_000,
    // A broken stage should not produce two hundred reports.
    bail: 20,
  },
});
