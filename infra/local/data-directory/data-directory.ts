/** The folder of a stack: created, locked for one process, and with the credentials of its stores. */
import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type DataFiles, dataFilesIn } from './data-files.ts';
import { readIfThere, removeIfThere, replaceFile } from './durable-file.ts';

/** Another stack runs on the same data directory. */
class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

/** The folder cannot be created, used or locked. */
class UnusableDataDirectory extends Error {
  override readonly name = 'UnusableDataDirectory';
}

/** The stored credentials are not credentials. */
export class DamagedCredentials extends Error {
  override readonly name = 'DamagedCredentials';
}

/** Everything that a stack keeps on this machine. */
export interface DataDirectory extends DataFiles {
  readonly path: string;
  /** Generated at the first start; the stores of the stack accept no others. */
  readonly credentials: StoreCredentials;
  release(): Promise<void>;
}

const anotherFolder = 'Name another folder: npm start -- --data-dir FOLDER';

/**
 * Opens a data directory for this process alone, and creates it if it is missing. Throws DataDirectoryInUse,
 * UnusableDataDirectory, DamagedCredentials or UnreadableFile.
 */
export const openDataDirectory = async (directory: string): Promise<DataDirectory> => {
  const path = resolve(directory);
  const unusable = (what: string) => (cause: unknown) => {
    throw new UnusableDataDirectory(`${path} ${what}: ${reasonOf(cause)}. ${anotherFolder}`, { cause });
  };
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(unusable('cannot be the data directory'));
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    unusable('cannot be written by this user (id -un), or lies on a disk that is mounted read-only'),
  );
  const release = await lockDirectory(path);
  const files = dataFilesIn(path);
  try {
    return { path, ...files, credentials: await storeCredentialsIn(files.storeCredentialsFile), release };
  } catch (error) {
    await release();
    throw error;
  }
};

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

// The lock

/** A stack that was told to stop needs at most this long, for the gateway, S3 and the engine; a start waits for it. */
const patienceMilliseconds = 12_000;
const pauseMilliseconds = 50;

/**
 * Locks a directory for this process, waiting for a stack that is about to end, and returns how to release it. The lock
 * of a process that was killed is free at once. Throws DataDirectoryInUse, UnusableDataDirectory.
 */
export const lockDirectory = async (
  directory: string,
  patience = patienceMilliseconds,
): Promise<() => Promise<void>> => {
  const file = join(directory, 'lock');
  const holderFile = join(directory, 'lock-holder.json');
  const end = performance.now() + patience;
  for (;;) {
    const held = tryToLock(file);
    if (held) {
      // If it cannot be written, others are refused without the number of the process.
      await replaceFile(holderFile, `${JSON.stringify({ pid: process.pid })}\n`).catch(() => {});
      return async () => {
        await removeIfThere(holderFile).catch(() => {});
        held.close();
      };
    }
    if (performance.now() >= end)
      throw new DataDirectoryInUse(
        `Another Waypost stack is running on ${directory} (${await describeHolder(holderFile)}). Stop it, or give this one a folder of its own: npm start -- --data-dir FOLDER`,
      );
    await delay(pauseMilliseconds);
  }
};

/** Error of SQLite while another process has the file locked (SQLITE_BUSY). */
const busy = z.object({ errcode: z.literal(5) });

/**
 * SQLite's lock on its file is one of the operating system: it ends with the process, however that ends, and only one
 * process can have it. Nothing is written into the file, so a full disk is no obstacle. Nothing else may open it, because
 * POSIX drops all locks of a process on a file when it closes it once. Returns undefined if another process has the lock.
 */
const tryToLock = (file: string): DatabaseSync | undefined => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (cause) {
    database?.close();
    if (busy.safeParse(cause).success) return undefined;
    throw new UnusableDataDirectory(
      `${file} cannot be locked: ${reasonOf(cause)}. See that the folder may be written and that the file is Waypost's own (it is empty; remove it if it is not). ${anotherFolder}`,
      { cause },
    );
  }
};

const holder = z.object({ pid: z.int().min(1) });

/** The file says who has the lock only while it is held, and its holder may just be writing it. */
const describeHolder = async (holderFile: string): Promise<string> => {
  try {
    return `process ${holder.parse(JSON.parse(await readFile(holderFile, 'utf8'))).pid}`;
  } catch {
    return 'another process';
  }
};

// The credentials

const storeCredentials = z.object({
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
});
export type StoreCredentials = z.infer<typeof storeCredentials>;

/** Returns the credentials of a directory's stores, generated at the first start. Throws DamagedCredentials. */
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
    throw new DamagedCredentials(
      `${file} does not hold the credentials of the stores. Restore it, or remove it: the next start makes up others, and the data stays.`,
      { cause },
    );
  }
};
