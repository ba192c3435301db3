import { access, constants, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type DataFiles, dataFilesIn } from '../files/data-files.ts';
import { type DirectoryLock, lockDirectory, UnusableLock } from './directory-lock.ts';
import { LockHeld } from './lock-held.ts';
import { type StoreCredentials, storeCredentialsIn } from './store-credentials.ts';

/** Another stack runs on the same data directory. */
class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

/** The folder cannot be made or used. */
class UnusableDataDirectory extends Error {
  override readonly name = 'UnusableDataDirectory';
}

/** Everything a stack on this machine keeps, below one folder. */
export interface DataDirectory extends DataFiles {
  readonly path: string;
  /** Made up at the first start; the stores on this machine take no others. */
  readonly credentials: StoreCredentials;
  release(): Promise<void>;
}

const nameAnother = 'Name another folder: npm start -- --data-dir FOLDER';

const lockForThisProcess = (path: string): Promise<DirectoryLock> =>
  lockDirectory(path).catch((cause: unknown) => {
    if (cause instanceof LockHeld)
      throw new DataDirectoryInUse(
        `Another Waypost stack is running on ${path} (${cause.message}). Stop it, or give this one a folder of its own: npm start -- --data-dir FOLDER`,
        { cause },
      );
    if (cause instanceof UnusableLock)
      throw new UnusableDataDirectory(
        `${cause.message}. See that the folder may be written and that the file is Waypost's own (it is empty; remove it where it is not). ${nameAnother}`,
        { cause },
      );
    throw cause;
  });

/**
 * Opens a data directory for this process alone, making it where it is missing. Throws DataDirectoryInUse,
 * UnusableDataDirectory or DamagedCredentials.
 */
export const openDataDirectory = async (directory: string): Promise<DataDirectory> => {
  const path = resolve(directory);
  const unusable = (what: string) => (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnusableDataDirectory(`${path} ${what}: ${reason}. ${nameAnother}`, { cause });
  };
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(unusable('cannot be the data directory'));
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    unusable('cannot be written by this user (id -un), or lies on a disk that is mounted read-only'),
  );
  const { release } = await lockForThisProcess(path);
  const files = dataFilesIn(path);
  try {
    return { path, ...files, credentials: await storeCredentialsIn(files.storeCredentialsFile), release };
  } catch (error) {
    await release();
    throw error;
  }
};
