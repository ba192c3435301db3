import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a temporary directory, which is removed after the test. Returns its path. */
export const newDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-test-'));
  onTestFinished(() => rm(directory, { recursive: true, maxRetries: 5 }));
  return directory;
};
