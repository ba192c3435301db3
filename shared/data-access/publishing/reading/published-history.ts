import type { ReadableBucket } from '../../objects/bucket.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { type PublicationHistory, publicationHistory } from './publication-history.ts';
import type { Manifest, StoredFile } from './published-manifest.ts';
import { readStoredFile } from './stored-file.ts';

/** Reads the history that a manifest names. Throws StoreUnavailable, or DamagedPublication. */
export const readHistory = async (bucket: ReadableBucket, file: StoredFile): Promise<PublicationHistory> => {
  const bytes = await readStoredFile(bucket, file);
  try {
    return publicationHistory.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    throw new DamagedPublication(`${file.key} cannot be read`, { cause: error });
  }
};

/**
 * Creates a reader of a manifest's history, cached until another manifest is the newest. Throws StoreUnavailable, or
 * DamagedPublication.
 */
export const publishedHistory = (bucket: ReadableBucket) => {
  let kept: { readonly version: string; readonly history: Promise<PublicationHistory> } | undefined;
  return ({ version, history: file }: Manifest): Promise<PublicationHistory> => {
    if (kept?.version === version) return kept.history;
    const reading = { version, history: readHistory(bucket, file) };
    kept = reading;
    reading.history.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading.history;
  };
};

/**
 * Returns the file with the next changes for a client with this version: those of the first later version that changed
 * anything, else the file of the newest version, or the file without changes for a client that has it. Undefined if the
 * version is not in the history of this manifest.
 */
export const changesFileAfter = (
  version: string,
  { entries }: PublicationHistory,
  { exports, noChanges }: Manifest,
): StoredFile | undefined => {
  const position = entries.findIndex((entry) => entry.version === version);
  if (position < 0) return undefined;
  const later = entries.slice(position + 1).find(({ changes }) => changes !== undefined);
  return later?.changes ?? noChanges ?? exports.changes;
};
