import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { type DataFiles, dataFilesIn } from './files/data-files.ts';
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

/** Milliseconds after which the lock of a process that was killed counts as left behind. */
const staleLock = 5_000;

const lockForThisProcess = (path: string): Promise<() => Promise<void>> =>
  lock(path, { stale: staleLock, update: staleLock / 4, retries: { retries: 6, factor: 1 } }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ELOCKED') throw cause;
      throw new DataDirectoryInUse(
        `Another Waypost stack is running on ${path}. Stop it, or give this one a folder of its own: npm start -- --data-dir DIR`,
        { cause },
      );
    },
  );

/**
 * Opens a data directory for this process alone, making it where it is missing. Throws DataDirectoryInUse,
 * UnusableDataDirectory or DamagedCredentials.
 */
export const openDataDirectory = async (directory: string): Promise<DataDirectory> => {
  const path = resolve(directory);
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new UnusableDataDirectory(
      `${path} cannot be the data directory: ${cause instanceof Error ? cause.message : cause}. Name another folder: npm start -- --data-dir DIR`,
      { cause },
    );
  });
  const release = await lockForThisProcess(path);
  const files = dataFilesIn(path);
  try {
    return { path, ...files, credentials: await storeCredentialsIn(files.storeCredentialsFile), release };
  } catch (error) {
    await release();
    throw error;
  }
};
