import { DamagedPublication } from './damaged-publication.ts';
import { type PublicationHistory, publicationHistory } from './publication-history.ts';
import type { Manifest, StoredFile } from './published-manifest.ts';
import type { ReadableBucket } from './published-object.ts';
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
 * Gives the history that belongs to a manifest: read when it is first asked for, and then kept until another manifest
 * is the newest. Throws StoreUnavailable, or DamagedPublication.
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
 * The changes to take next for whoever has a version: those of the first later version that changed anything, else
 * the last ones there were. Undefined where the version is not in the history of this manifest.
 */
export const changesKeyAfter = (
  version: string,
  { entries }: PublicationHistory,
  { exports }: Manifest,
): string | undefined => {
  const position = entries.findIndex((entry) => entry.version === version);
  if (position < 0) return undefined;
  const keys = entries.map(({ changesKey }) => changesKey);
  const changed = (key: string | undefined) => key !== undefined;
  return keys.slice(position + 1).find(changed) ?? keys.findLast(changed) ?? exports.changes.key;
};
