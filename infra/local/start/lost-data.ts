/** Refuses a start that would silently replace data that was in use. */
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import type { DataFiles } from '../data-directory/data-files.ts';
import { isMissing, isThere } from '../data-directory/durable-file.ts';

/** Data of a directory that was in use is missing. */
export class DataLost extends Error {
  override readonly name = 'DataLost';
}

/** The directory has files of the form before `state.sqlite`. */
class OldDataDirectory extends Error {
  override readonly name = 'OldDataDirectory';
}

const startNew = 'start with a new folder: npm start -- --data-dir FOLDER';

/**
 * Must be called before anything is opened or created. Throws DataLost if the database, the objects or the state are
 * missing although another, or the mark of use, shows that the directory was in use; OldDataDirectory; UnreadableFile.
 * `ownDatabase` is false if the tables are elsewhere.
 */
export const refuseLostData = async (
  directory: DataFiles & Pick<DataDirectory, 'path'>,
  ownDatabase = true,
): Promise<void> => {
  const { path, databaseFile, stateFile, objectsDirectory, initialisedFile } = directory;
  const hasState = (await sizeOf(stateFile)) > 0;
  if (!hasState && ((await sizeOf(join(path, 'streams.json'))) > 0 || (await isFolder(join(path, 'queues')))))
    throw new OldDataDirectory(
      `${path} was filled by an earlier form of the local stack, which this one does not read. Keep it for that one, and ${startNew}`,
    );
  const hasObjects = await isFolder(objectsDirectory);
  if (!hasObjects && (await sizeOf(objectsDirectory)) >= 0)
    throw new DataLost(
      `${objectsDirectory} is no folder: it is where the stack keeps what is published and imported. Move that file away, and restore the folder from a copy or make an empty one: the network is then published again from the tables`,
    );
  if (await isBeingFilled(directory)) return;
  const wasUsed = await isThere(initialisedFile);
  const hasDatabase = ownDatabase && (await sizeOf(databaseFile)) > 0;
  if (ownDatabase && !hasDatabase && (wasUsed || (await holdsObjects(objectsDirectory))))
    throw new DataLost(
      `The database ${databaseFile} is missing or empty, though there was one${wasUsed ? '' : `: ${objectsDirectory} holds what was published or imported`}. Restore it from a copy, or ${startNew}`,
    );
  if (!wasUsed && !hasDatabase) return;
  if (!hasObjects)
    throw new DataLost(
      `The folder ${objectsDirectory} is missing, which held what was published and imported. Restore it from a copy, or make an empty one and start: the network is then published again from the tables`,
    );
  if (!hasState)
    throw new DataLost(
      `The file ${stateFile} is missing or empty, which recorded what was published and imported. Restore it from a copy, or ${startNew}`,
    );
};

/** Whether there are contents of any object: their files are named by UUIDs. */
export const holdsObjects = async (objectsDirectory: string): Promise<boolean> => {
  for await (const _ of glob('*-*-*-*-*', { cwd: objectsDirectory })) return true;
  return false;
};

/** Whether a start was loading the sample and did not finish: nothing else has ever been in the directory. */
export const isBeingFilled = async ({ initialisedFile, fillingFile }: DataFiles): Promise<boolean> =>
  !(await isThere(initialisedFile)) && (await isThere(fillingFile));

/** Returns the size in bytes; -1 if there is nothing of this name. */
const sizeOf = async (path: string): Promise<number> => (await statIfThere(path))?.size ?? -1;

const isFolder = async (path: string): Promise<boolean> => (await statIfThere(path))?.isDirectory() ?? false;

const statIfThere = async (path: string) => {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
