/** Atomic file operations that survive a power failure. */
import { open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file exists but cannot be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Whether a file operation failed because the file does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns the text of a file, or undefined if it does not exist. Throws UnreadableFile. */
export const readIfThere = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableFile(`The file ${file} cannot be read: ${reason}`, { cause });
  }
};

/** Atomically replaces a file that only its owner can read. Writes to `unfinished` until it is complete. */
export const replaceFile = async (
  file: string,
  text: string | AsyncIterable<string>,
  unfinished = `${file}.unfinished`,
): Promise<void> => {
  await removeIfThere(unfinished);
  await writeNewFile(unfinished, text);
  await rename(unfinished, file);
  await syncDirectory(dirname(file));
};

/** Writes a new file that only its owner can read, and syncs it to disk. Removes the file if that fails. */
export const writeNewFile = async (
  file: string,
  contents: string | AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>,
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

export const removeIfThere = async (file: string): Promise<void> => {
  await unlink(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
};

/** Makes renames and removals in a directory survive a power failure. Windows has no such call and does not need it. */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
