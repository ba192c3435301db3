import { defineConfig } from 'vitest/config';

/** One file, whose requests follow each other: a stage is asked no faster than a client may ask. */
export default defineConfig({
  test: {
    name: 'smoke',
    root: import.meta.dirname,
    include: ['stage.smoke.ts'],
    reporters: ['tree'],
    // The publication that an answer is compared with may follow it by a minute.
    testTimeout: 90_000,
    // A stage that is wrong all over needs no two hundred reports.
    bail: 20,
  },
});
