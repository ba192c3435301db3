import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const beginning = 'waypost-tests-';

/** Whether a folder is one that tests cannot remove: the CDK's of each synthesis, or Node's compiled code. */
const isNobodys = (name: string): boolean => /^(cdk\.out|node-compile-cache)/.test(name);

/** Whether a process is running; one of another user refuses signals, but is running. */
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

/** Removes folders of killed runs. */
const removeLeftFolders = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const processId = new RegExp(`^${beginning}(\\d+)-`).exec(name)?.[1];
    if (processId !== undefined && !isRunning(Number(processId))) removeIfPossible(join(folder, name));
  }
};

/**
 * Creates one folder for all temporary folders of a test run, and removes it when the run's process ends, as failed
 * tests and the CDK leave folders behind. Reports folders left by passing tests. Must be the first global set-up of
 * each project; the first to run creates the folder.
 */
export default function setup(): void {
  const outer = tmpdir();
  if (outer.includes(beginning)) return;
  removeLeftFolders(outer);
  const folder = mkdtempSync(join(outer, `${beginning}${process.pid}-`));
  process.env.TMPDIR = folder;
  // Not a teardown, as those of projects do not run in a fixed order.
  process.once('exit', () => {
    const left = readdirSync(folder).filter((name) => !isNobodys(name));
    if (left.length > 0) console.log(`Temporary folders that tests have left: ${left.sort().join(', ')}`);
    // Processes of tests that have failed may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}
