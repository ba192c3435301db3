import { readdir } from 'node:fs/promises';
import { dataFilesIn } from '../../../local/files/data-files.ts';
import { isMissing } from '../../../local/files/read-if-there.ts';

/**
 * How many files of the import bucket a stack on this machine has not done with. Names alone are looked at: what is in
 * the folders of the queues is the stack's own to read and to clear away.
 */
export const queuedFiles = async (dataDirectory: string): Promise<number> => {
  const directory = dataFilesIn(dataDirectory).queuesDirectory;
  try {
    const names = await readdir(directory, { recursive: true });
    return names.filter((name) => name.endsWith('.json')).length;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
};
