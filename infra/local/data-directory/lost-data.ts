import { glob, stat } from 'node:fs/promises';
import type { DataFiles } from '../files/data-files.ts';
import { isMissing, isThere } from '../files/read-if-there.ts';

/** What the stores kept is gone from a data directory that was used: they would begin anew without a word. */
export class DataLost extends Error {
  override readonly name = 'DataLost';
}

const found = async (path: string) => {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Whether there are contents of any object: their files are named by UUIDs. */
export const holdsObjects = async (objectsDirectory: string): Promise<boolean> => {
  for await (const _ of glob('*-*-*-*-*', { cwd: objectsDirectory })) return true;
  return false;
};

/** Whether a start fills the directory with the sample, or was killed at it: nothing else has ever been in it. */
export const isBeingFilled = async ({ initialisedFile, fillingFile }: DataFiles): Promise<boolean> =>
  !(await isThere(initialisedFile)) && (await isThere(fillingFile));

/**
 * To be called before anything is opened or made. Throws DataLost where the database, the objects or the state are
 * missing although another, or the mark of use, shows that the directory was used; UnreadableFile. With `ownDatabase` false
 * the tables are elsewhere.
 */
export const refuseLostData = async (files: DataFiles, ownDatabase = true): Promise<void> => {
  const { databaseFile, stateFile, objectsDirectory, initialisedFile } = files;
  const objects = await found(objectsDirectory);
  if (objects && !objects.isDirectory())
    throw new DataLost(
      `${objectsDirectory} is no folder: it is where the stack keeps what is published and imported. Move that file away, and restore the folder from a copy or make an empty one: what is published is made anew from the tables`,
    );
  if (await isBeingFilled(files)) return;
  const wasUsed = await isThere(initialisedFile);
  const hasDatabase = ownDatabase && Boolean((await found(databaseFile))?.size);
  if (ownDatabase && !hasDatabase && (wasUsed || (await holdsObjects(objectsDirectory))))
    throw new DataLost(
      `The database ${databaseFile} is missing or empty, though there was one${wasUsed ? '' : `: ${objectsDirectory} holds what was published or imported`}. Restore it from a copy, or begin anew in another folder: npm start -- --data-dir FOLDER`,
    );
  if (!objects && (wasUsed || hasDatabase))
    throw new DataLost(
      `The folder ${objectsDirectory} is missing, which held what was published and imported. Restore it from a copy, or make an empty one and start: what is published is made anew from the tables`,
    );
  if (!(await found(stateFile))?.size && (wasUsed || hasDatabase))
    throw new DataLost(
      `The file ${stateFile} is missing or empty, which recorded what was published and imported. Restore it from a copy, or begin anew in another folder: npm start -- --data-dir FOLDER`,
    );
};
