import { lstat, readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { asWord } from '../../command-words.ts';

interface DamageOptions extends ErrorOptions {
  /** What can be done, as sentences; absent where the file itself is what is damaged. */
  readonly wayOut?: string;
  /** What is removed to do without; the file where it is absent. */
  readonly removable?: string;
}

/** A file below the store's directory is not as it was written: nothing is served until somebody has looked. */
export class DamagedObjectStore extends Error {
  override readonly name = 'DamagedObjectStore';
  readonly file: string;
  readonly removable: string;

  constructor(file: string, reason: string, options: DamageOptions = {}) {
    const { wayOut = 'Restore it, or remove it to do without what it held.', removable = file } = options;
    super(`The object store's file ${file} ${reason}. ${wayOut}`, options);
    this.file = file;
    this.removable = removable;
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

/** What names a file of contents, and what these are. */
interface NamingRecord {
  readonly file: string;
  /** In words, as `the object catalogue.bin`. */
  readonly of: string;
}

/** Throws DamagedObjectStore unless there is a file of so many bytes. */
export const requireDataFile = async (file: string, bytes: number, record: NamingRecord): Promise<void> => {
  const wayOut = `It is the contents of ${record.of}. Restore it, or remove its record ${asWord(record.file)} to do without.`;
  const options = { wayOut, removable: record.file };
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) throw new DamagedObjectStore(file, 'is missing', options);
  if (!found.isFile()) throw new DamagedObjectStore(file, 'is no plain file', options);
  if (found.size !== bytes)
    throw new DamagedObjectStore(file, `has ${found.size} bytes and not ${bytes}`, options);
};
