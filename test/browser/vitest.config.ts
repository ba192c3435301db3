import { defineConfig } from 'vitest/config';
import SlowestFirst from '../support/slowest-first.ts';

export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    include: ['*.browser.ts'],
    globalSetup: ['../support/global-setup.ts', 'portal-under-test.ts'],
    // More browsers than cores, because each is idle half of the time.
    maxWorkers: 3,
    reporters: 'tree',
    sequence: { sequencer: SlowestFirst },
    // A page may need a moment to react to a click, and longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
