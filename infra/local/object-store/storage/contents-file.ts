import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { removeIfThere, writeNewFile } from '../../files/durable-file.ts';

/** How a new file of contents gets into a record. */
interface ContentsRecord<T> {
  /** Writes the record that names the file. */
  readonly commit: (dataFile: string) => Promise<T>;
  /** Whether a record names the file, asked once `commit` has failed. */
  readonly names: (dataFile: string) => boolean;
}

/** Writes contents to a new file and then its record. A file that no record names in the end is removed. */
export const writeContents = async <T>(
  directory: string,
  contents: AsyncIterable<Uint8Array>,
  record: ContentsRecord<T>,
): Promise<T> => {
  const dataFile = randomUUID();
  const file = join(directory, dataFile);
  await writeNewFile(file, contents);
  try {
    return await record.commit(dataFile);
  } catch (error) {
    if (!record.names(dataFile)) await removeIfThere(file);
    throw error;
  }
};
