import { stat } from 'node:fs/promises';
import type { DataFiles } from './files/data-files.ts';
import { isMissing, readIfThere } from './files/read-if-there.ts';

/** What the stores kept is gone from a data directory that was used: they would begin anew without a word. */
class DataLost extends Error {
  override readonly name = 'DataLost';
}

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
};

/** Throws DataLost where the database is missing or empty although the directory was filled once. */
export const refuseLostData = async ({ databaseFile, initialisedFile }: DataFiles): Promise<void> => {
  if ((await readIfThere(initialisedFile)) === undefined || (await sizeOf(databaseFile)) > 0) return;
  throw new DataLost(
    `The database ${databaseFile} is missing or empty, though there was one. Restore it from a copy, or begin anew in another folder: npm start -- --data-dir DIR`,
  );
};
