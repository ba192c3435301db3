import { lstat, readFile } from 'node:fs/promises';
import type * as z from 'zod';

/** A file below the store's directory is not as it was written: nothing is served until somebody has looked. */
export class DamagedObjectStore extends Error {
  override readonly name = 'DamagedObjectStore';
  readonly file: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(
      `The object store's file ${file} ${reason}. Restore it, or remove it to do without what it held.`,
      options,
    );
    this.file = file;
  }
}

/** Reads one of the store's own JSON files. Throws DamagedObjectStore. */
export const readRecord = async <T>(file: string, schema: z.ZodType<T>): Promise<T> => {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new DamagedObjectStore(file, 'cannot be read as the record it was', { cause });
  }
};

/** Throws DamagedObjectStore unless there is a file of so many bytes. */
export const requireDataFile = async (file: string, bytes: number): Promise<void> => {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) throw new DamagedObjectStore(file, 'is missing');
  if (!found.isFile()) throw new DamagedObjectStore(file, 'is no plain file');
  if (found.size !== bytes) throw new DamagedObjectStore(file, `has ${found.size} bytes and not ${bytes}`);
};
