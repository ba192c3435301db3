import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { removeIfThere, unfinishedSuffix } from '../files/durable-file.ts';

const mark = z.object({ times: z.array(z.int()) });

const markIn = (directory: string): string => join(directory, 'former-lock.json');

/**
 * Writes down which times the folder beside the data directory has by this release, in milliseconds: by them the next
 * start tells it from the folder of a release before, which keeps its own to the moment. Modes and numbers of files are
 * not the same on every file system, and within the folder nothing may be, as a release before could not remove it.
 */
export const markTimes = async (directory: string, times: readonly number[]): Promise<void> => {
  const file = markIn(directory);
  // After a loss of power nobody needs it.
  await writeFile(`${file}${unfinishedSuffix}`, JSON.stringify({ times }), { mode: 0o600 });
  await rename(`${file}${unfinishedSuffix}`, file);
};

/** The times that were written down; none where the mark is missing or damaged. */
export const markedTimes = async (directory: string): Promise<readonly number[]> => {
  try {
    return mark.parse(JSON.parse(await readFile(markIn(directory), 'utf8'))).times;
  } catch {
    return [];
  }
};

export const removeMark = (directory: string): Promise<void> => removeIfThere(markIn(directory));
