import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from './read-if-there.ts';

/** Ends the name of a file that is not complete yet: such a file is worth nothing at the next start. */
export const unfinishedSuffix = '.unfinished';

/** Makes what was renamed or removed in a directory outlast a loss of power. Windows has no such call and no need. */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const removeIfThere = async (file: string): Promise<void> => {
  await unlink(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
};

/** Writes contents to a new file of its owner alone, piece by piece, down to the disk. A file that was not finished is removed. */
export const writeNewFile = async (
  file: string,
  contents: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> => {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(contents);
    await handle.sync();
  } catch (error) {
    await removeIfThere(file);
    throw error;
  } finally {
    await handle.close();
  }
};

/**
 * Writes a file that only its owner can read in the place of the former one, whole or not at all, and so that it outlasts
 * a loss of power. `afterwards` runs once it is there.
 */
export const replaceFile = async (
  file: string,
  text: string,
  afterwards: () => void = () => {},
): Promise<void> => {
  const unfinished = `${file}${unfinishedSuffix}`;
  await removeIfThere(unfinished);
  await writeNewFile(unfinished, [Buffer.from(text)]);
  await rename(unfinished, file);
  afterwards();
  await syncDirectory(dirname(file));
};
