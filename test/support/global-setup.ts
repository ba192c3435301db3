import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../infra/local/data-directory/stack-file.ts';

const prefix = 'waypost-tests-';

/** In-memory folder on Linux, and the free gigabytes that it must have. Tests need less than one. */
const inMemory = '/dev/shm';
const minFreeGigabytes = 4;

/** Stores wait for the disk after every write, which makes publications three times as slow. */
const outerFolder = (): string => {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    accessSync(inMemory, constants.W_OK);
    return bavail * bsize >= minFreeGigabytes * 1e9 ? inMemory : tmpdir();
  } catch {
    // Other systems, and most containers, have no such folder.
    return tmpdir();
  }
};

/** Whether tests cannot remove a folder, because a CDK synthesis or Node's compile cache uses it. */
const isUnavoidable = (name: string): boolean => /^(cdk\.out|node-compile-cache)/.test(name);

const removeIfPossible = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The folder belongs to another user, whose next run removes it.
  }
};

const removeLeftFolders = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const processId = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (processId !== undefined && !isAlive(Number(processId))) removeIfPossible(join(folder, name));
  }
};

/**
 * Global set-up of all projects: caches compiled code, and creates one folder for all temporary folders of a run, which
 * ends with it. Must be the first set-up.
 */
export default function setup(): void {
  // Compiling CDK takes a large part of each synthesis. Benchmarks do not use the cache.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/waypost');
  if (tmpdir().includes(prefix)) return;
  const outer = outerFolder();
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
