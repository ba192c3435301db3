import * as z from 'zod';
import type { PublishedKind } from '../../../../shared/domain/publication/publication.ts';
import { dataFilesIn } from '../../../local/data-directory/data-files.ts';
import { readIfThere, replaceFile } from '../../../local/data-directory/durable-file.ts';

/** Which kinds are still the sample's. */
type Sample = Readonly<Record<PublishedKind, boolean>>;

/** The services go with the locations where nothing is said of them: none of them has been replaced. */
const firstUse = z
  .object({ sample: z.boolean(), sampleServices: z.boolean().optional() })
  .transform(({ sample, sampleServices = sample }) => ({ locations: sample, services: sampleServices }));

const readSample = async (dataDirectory: string): Promise<Sample> => {
  const text = await readIfThere(dataFilesIn(dataDirectory).initialisedFile);
  try {
    return firstUse.parse(JSON.parse(text ?? ''));
  } catch {
    // Whatever cannot be read as the mark of a sample protects what is published.
    return { locations: false, services: false };
  }
};

/** Whether what is published of a kind is the sample that the stack began with: nobody misses it. */
export const isSample = async (dataDirectory: string, kind: PublishedKind): Promise<boolean> =>
  (await readSample(dataDirectory))[kind];

/** What is published of this kind is the operator's own from now on. */
export const sampleIsReplaced = async (dataDirectory: string, kind: PublishedKind): Promise<void> => {
  const left: Sample = { ...(await readSample(dataDirectory)), [kind]: false };
  const mark = { sample: left.locations, sampleServices: left.services };
  await replaceFile(dataFilesIn(dataDirectory).initialisedFile, JSON.stringify(mark));
};
