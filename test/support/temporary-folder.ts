import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const beginning = 'waypost-tests-';

/** What no test can remove: the CDK's folder of each synthesis, and what Node keeps of compiled code. */
const isNobodys = (name: string): boolean => /^(cdk\.out|node-compile-cache)/.test(name);

/** A process that is another user's may not be sent anything, but is running. */
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
    // It is another user's, whose next run removes it.
  }
};

/** Of runs that were killed. */
const removeLeftFolders = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const processId = new RegExp(`^${beginning}(\\d+)-`).exec(name)?.[1];
    if (processId !== undefined && !isRunning(Number(processId))) removeIfPossible(join(folder, name));
  }
};

/**
 * Has all temporary folders of a run of the tests made in one, and removes that when the run's process ends: what a test
 * leaves that fails, and what the CDK makes for each synthesis and does not remove, would fill the machine's. Names what
 * whole tests have left. To be the first of each project's global set-ups; whichever is run first makes it.
 */
export default function setup(): void {
  const outer = tmpdir();
  if (outer.includes(beginning)) return;
  removeLeftFolders(outer);
  const folder = mkdtempSync(join(outer, `${beginning}${process.pid}-`));
  process.env.TMPDIR = folder;
  // Not as a teardown: those of projects do not run in the order of their set-ups.
  process.once('exit', () => {
    const left = readdirSync(folder).filter((name) => !isNobodys(name));
    if (left.length > 0) console.log(`Temporary folders that tests have left: ${left.sort().join(', ')}`);
    rmSync(folder, { recursive: true, force: true });
  });
}
