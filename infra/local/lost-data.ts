import { stat } from 'node:fs/promises';
import type { DataFiles } from './files/data-files.ts';
import { isMissing, readIfThere } from './files/read-if-there.ts';

/** What the stores kept is gone from a data directory that was used: they would begin anew without a word. */
class DataLost extends Error {
  override readonly name = 'DataLost';
}

const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Throws DataLost where the database or the objects are missing although the directory was filled once. */
export const refuseLostData = async (files: DataFiles): Promise<void> => {
  const { databaseFile, objectsDirectory, initialisedFile } = files;
  if ((await readIfThere(initialisedFile)) === undefined) return;
  if (!(await sizeOf(databaseFile)))
    throw new DataLost(
      `The database ${databaseFile} is missing or empty, though there was one. Restore it from a copy, or begin anew in another folder: npm start -- --data-dir FOLDER`,
    );
  if ((await sizeOf(objectsDirectory)) === undefined)
    throw new DataLost(
      `The folder ${objectsDirectory} is missing, which held what was published and imported. Restore it from a copy, or make an empty one, start, and run npx waypost publish`,
    );
};
