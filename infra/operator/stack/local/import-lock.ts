import { check, lock } from 'proper-lockfile';
import { dataFilesIn } from '../../../local/data-directory/data-files.ts';
import { OperatorError } from '../../operator-error.ts';

/** Milliseconds after which the lock of a command that was killed counts as left behind. */
const staleLock = 10_000;

const lockOf = (dataDirectory: string) => ({
  lockfilePath: dataFilesIn(dataDirectory).importLock,
  stale: staleLock,
});

/**
 * Keeps other imports away from a data directory until what it answers with is called. Waits for one that runs, and
 * should be given longer than the lock of one that was killed lasts. Throws OperatorError.
 */
export const lockImports = (dataDirectory: string, patienceSeconds: number): Promise<() => Promise<void>> =>
  lock(dataDirectory, {
    ...lockOf(dataDirectory),
    update: staleLock / 4,
    retries: { retries: patienceSeconds, factor: 1, minTimeout: 1_000 },
  }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ELOCKED') throw cause;
    throw new OperatorError(
      `another import is running on ${dataDirectory}; two at once would undo each other's work. Repeat this one when that has ended`,
      { cause },
    );
  });

/** Whether an import of this command line runs on the data directory at this moment. */
export const importLockIsHeld = (dataDirectory: string): Promise<boolean> =>
  check(dataDirectory, lockOf(dataDirectory));
