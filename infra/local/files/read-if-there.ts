import { readFile } from 'node:fs/promises';

/** A file is there, but the system does not give its contents. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Whether a call on a file failed because there is no such file. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The text of a file; undefined where there is none. Throws UnreadableFile, which names it. */
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
