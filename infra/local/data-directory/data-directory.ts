import { randomBytes } from 'node:crypto';
import { access, constants, glob, mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';
import { isBusy, retryWhileBusy } from '../state.ts';
import { type DataFiles, dataFilesIn } from './data-files.ts';
import { isMissing, readIfThere, replaceFile } from './durable-file.ts';
import { readStackFile, removeStackFile, storeCredentials } from './stack-file.ts';

/** The data directory cannot be used. The message says why, and what to do. */
export class UnusableDataDirectory extends Error {
  override readonly name = 'UnusableDataDirectory';
}

export type DataDirectory = Awaited<ReturnType<typeof openDataDirectory>>;

export const startNew = 'start with a new folder: npm start -- --data-dir FOLDER';

/**
 * Opens a data directory for this process only, creating it if it is missing, and checks it for missing parts. Returns
 * its paths, the credentials of its stores, and a function that releases it. `ownDatabase` is false if the tables are
 * elsewhere. Throws UnusableDataDirectory, UnreadableFile.
 */
export const openDataDirectory = async (directory: string, ownDatabase = true) => {
  const path = resolve(directory);
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(unusable(`${path} cannot be the data directory`));
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    unusable(`${path} is not writable by this user (id -un), or is on a read-only file system`),
  );
  const release = await lockDirectory(path);
  try {
    const files = { path, ...dataFilesIn(path) };
    await rejectLostData(files, ownDatabase);
    return { ...files, credentials: await storeCredentialsIn(files.storeCredentialsFile), release };
  } catch (error) {
    await release();
    throw error;
  }
};

const unusable = (what: string) => (cause: unknown) => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new UnusableDataDirectory(`${what}: ${reason}. Fix that, or ${startNew}`, { cause });
};

// The lock

/**
 * Locks a directory for this process, and returns a function that releases it. Waits for a stack that is stopping, by
 * default for the maximum time that its gateway, S3 and engine take to close. The lock of a killed process is released
 * immediately. Throws UnusableDataDirectory.
 */
export const lockDirectory = async (directory: string, maxWait = 12_000) => {
  const file = join(directory, 'lock');
  const database = await retryWhileBusy(() => openLocked(file), maxWait).catch(async (cause: unknown) => {
    if (!isBusy(cause))
      return unusable(`${file} cannot be locked (the file should be empty; if it is not, remove it)`)(cause);
    const running = await readStackFile(directory).catch(() => undefined);
    const holder = running ? `process ${running.pid}` : 'a process that is starting';
    throw new UnusableDataDirectory(
      `Another Waypost stack is running on ${directory} (${holder}). Stop it, or ${startNew}`,
    );
  });
  heldLocks.add(database);
  const release = async () => {
    await removeStackFile(directory).catch(() => {});
    heldLocks.delete(database);
    database.close();
  };
  // Left behind by a stack that was killed.
  await removeStackFile(directory).catch(() => {});
  return release;
};

/** Keeps the locks until they are released: a connection that nothing refers to is closed by the garbage collector. */
const heldLocks = new Set<DatabaseSync>();

/**
 * SQLite uses a lock of the operating system: only one process can hold it, and it is released when the process ends
 * for any reason. Nothing is written to the file, so locking works on a full disk. Nothing else here may open the file,
 * because POSIX releases all of a process's locks on a file when the process closes any descriptor of the file.
 */
const openLocked = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

// Missing parts

/**
 * Rejects a used directory that has lost its database, objects or state, because otherwise a start would silently
 * create empty ones. A directory counts as used if it has the marker, a database or object data.
 */
const rejectLostData = async (
  directory: DataFiles & { readonly path: string },
  ownDatabase: boolean,
): Promise<void> => {
  const { path, databaseFile, stateFile, objectsDirectory } = directory;
  const use = await useOf(directory);
  const hasDatabase = ownDatabase && (await isFilled(databaseFile));
  const hasData = hasDatabase || (await holdsObjects(objectsDirectory));
  if (use === 'loading' || (use === 'new' && !hasData)) return;
  const lost = (what: string, remedy: string) =>
    new UnusableDataDirectory(`${what}, although ${path} was in use. Restore it from a copy, or ${remedy}`);
  if (ownDatabase && !hasDatabase) throw lost(`The database ${databaseFile} is missing or empty`, startNew);
  if (!(await stat(objectsDirectory).catch(() => undefined))?.isDirectory())
    throw lost(
      `The folder ${objectsDirectory} is missing or is not a folder`,
      'create an empty one and start: the network is then published again from the tables',
    );
  if (!(await isFilled(stateFile))) throw lost(`The file ${stateFile} is missing or empty`, startNew);
};

const isFilled = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/** Whether the folder contains any object data. Object files are named by UUID. */
export const holdsObjects = async (objectsDirectory: string): Promise<boolean> => {
  for await (const _ of glob('*-*-*-*-*', { cwd: objectsDirectory })) return true;
  return false;
};

/** Content of the marker while the first start loads the sample. The tables then contain only the sample. */
export const loadingMark = '{"loading":true}';

/** Returns how the directory was used: `loading` means only by a start that was killed while loading the sample. */
export const useOf = async ({ initialisedFile }: DataFiles): Promise<'new' | 'loading' | 'used'> => {
  const mark = await readIfThere(initialisedFile);
  if (mark === undefined) return 'new';
  return mark === loadingMark ? 'loading' : 'used';
};

// The credentials

export type StoreCredentials = z.infer<typeof storeCredentials>;

/** Returns the credentials of the stores, generated on the first start. */
export const storeCredentialsIn = async (file: string): Promise<StoreCredentials> => {
  const text = await readIfThere(file);
  if (text === undefined) {
    const generated = {
      accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
      secretAccessKey: randomBytes(30).toString('base64url'),
    };
    await replaceFile(file, JSON.stringify(generated));
    return generated;
  }
  try {
    return storeCredentials.parse(JSON.parse(text));
  } catch (cause) {
    throw new UnusableDataDirectory(
      `${file} does not contain the credentials of the stores. Restore it, or remove it: the next start generates new credentials and keeps the data.`,
      { cause },
    );
  }
};
