import * as z from 'zod';
import { dataFilesIn } from '../../../local/files/data-files.ts';
import { replaceFile } from '../../../local/files/durable-file.ts';
import { readIfThere } from '../../../local/files/read-if-there.ts';

const firstUse = z.object({ sample: z.boolean() });

/** Whether the published network is the sample that the stack began with: nobody misses it. */
export const isSampleNetwork = async (dataDirectory: string): Promise<boolean> => {
  const text = await readIfThere(dataFilesIn(dataDirectory).initialisedFile);
  try {
    return firstUse.parse(JSON.parse(text ?? '')).sample;
  } catch {
    // Whatever cannot be read as the mark of a sample protects what is published.
    return false;
  }
};

/** The network is the operator's own from now on. */
export const sampleIsReplaced = (dataDirectory: string): Promise<void> =>
  replaceFile(dataFilesIn(dataDirectory).initialisedFile, JSON.stringify({ sample: false }));
