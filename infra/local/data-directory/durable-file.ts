/** Files that survive a loss of power whole, or not at all. */
import { open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file is there, but the system does not give its contents. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Whether a call on a file failed because there is no such file. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns the text of a file; undefined if there is none. Throws UnreadableFile, which names it. */
export const readIfThere = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableFile(`The file ${file} cannot be read: ${reason}`, { cause });
  }
};

/** Whether there is such a file. Throws UnreadableFile: one that cannot be read may be anything. */
export const isThere = async (file: string): Promise<boolean> => (await readIfThere(file)) !== undefined;

/** Ends the name of a file that is not complete yet: such a file is worth nothing at the next start. */
export const unfinishedSuffix = '.unfinished';

/** Replaces a file, which only its owner can read, whole or not at all, so that it survives a loss of power. */
export const replaceFile = async (file: string, text: string | AsyncIterable<string>): Promise<void> => {
  const unfinished = `${file}${unfinishedSuffix}`;
  await removeIfThere(unfinished);
  await writeNewFile(unfinished, text);
  await rename(unfinished, file);
  await syncDirectory(dirname(file));
};

/** Writes a new file, which only its owner can read, down to the disk. Removes what it wrote if that fails. */
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

/** Removes a file; does nothing if there is none. */
export const removeIfThere = async (file: string): Promise<void> => {
  await unlink(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
};

/** Makes what was renamed or removed in a directory survive a loss of power. Windows has no such call and no need. */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
