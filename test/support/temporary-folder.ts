import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'waypost-tests-';

/** Whether tests cannot remove a folder: that of a CDK synthesis, or of Node's compile cache. */
const isUnavoidable = (name: string): boolean => /^(cdk\.out|node-compile-cache)/.test(name);

/** Whether a process is running, even if it belongs to another user (EPERM). */
const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const removeIfPossible = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The folder belongs to another user, whose next run removes it.
  }
};

/** Removes the folders of test runs that were killed. */
const removeLeftFolders = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const processId = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (processId !== undefined && !isRunning(Number(processId))) removeIfPossible(join(folder, name));
  }
};

/**
 * Creates one folder for all temporary folders of a test run, and removes it when the run's process ends, because
 * failed tests and CDK leave folders behind. Reports folders that passing tests left. Must be the first global set-up
 * of each project; the first one to run creates the folder.
 */
export default function setup(): void {
  const outer = tmpdir();
  if (outer.includes(prefix)) return;
  removeLeftFolders(outer);
  const folder = mkdtempSync(join(outer, `${prefix}${process.pid}-`));
  process.env.TMPDIR = folder;
  // This is not a teardown, because the teardowns of projects do not run in a fixed order.
  process.once('exit', () => {
    const left = readdirSync(folder).filter((name) => !isUnavoidable(name));
    if (left.length > 0) console.log(`Temporary folders left by tests: ${left.sort().join(', ')}`);
    // Processes of failed tests may still be writing to it.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}
