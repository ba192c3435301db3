import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import * as z from 'zod';

/** Another stack runs on the same data directory. */
class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

const storeCredentials = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
export type StoreCredentials = z.infer<typeof storeCredentials>;

/** Everything a stack on this machine keeps, below one folder. */
export interface DataDirectory {
  readonly path: string;
  readonly databaseFile: string;
  readonly objectsDirectory: string;
  readonly assemblyDirectory: string;
  readonly stackFile: string;
  readonly keyFile: string;
  /** Names what was done when the data directory was first used; until then sample data may be loaded. */
  readonly initialisedFile: string;
  /** Made up at the first start; the stores on this machine take no others. */
  readonly credentials: StoreCredentials;
  release(): Promise<void>;
}

/** Writes a file that only its owner can read, whole or not at all. */
export const writePrivateFile = async (file: string, text: string): Promise<void> => {
  const unfinished = `${file}.unfinished`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await rename(unfinished, file);
};

const readCredentials = async (file: string): Promise<StoreCredentials> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const kept = text === undefined ? undefined : storeCredentials.safeParse(JSON.parse(text));
  if (kept?.success) return kept.data;
  const made = {
    accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  await writePrivateFile(file, JSON.stringify(made));
  return made;
};

/** Milliseconds after which the lock of a process that was killed counts as left behind. */
const staleLock = 5_000;

/** Opens a data directory for this process alone, making it where it is missing. Throws DataDirectoryInUse. */
export const openDataDirectory = async (directory: string): Promise<DataDirectory> => {
  const path = resolve(directory);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const release = await lock(path, {
    stale: staleLock,
    update: staleLock / 4,
    retries: { retries: 6, factor: 1 },
  }).catch((cause) => {
    throw new DataDirectoryInUse(
      `Another Waypost stack is running on ${path}. Stop it, or give this one a folder of its own: npm start -- --data-dir DIR`,
      { cause },
    );
  });
  return {
    path,
    databaseFile: join(path, 'database.sqlite'),
    objectsDirectory: join(path, 'objects'),
    assemblyDirectory: join(path, 'assembly'),
    stackFile: join(path, 'stack.json'),
    keyFile: join(path, 'auth-key'),
    initialisedFile: join(path, 'initialised.json'),
    credentials: await readCredentials(join(path, 'store-credentials.json')),
    release,
  };
};
