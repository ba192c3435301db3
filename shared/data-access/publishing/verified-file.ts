import { DamagedPublication } from './damaged-publication.ts';
import type { StoredFile } from './published-manifest.ts';
import { type FileHeaders, type PublishedBucket, putFile, readObject, sha256Of } from './published-object.ts';

/** A file to store, and how to tell that it is what it should be. */
export interface NewFile extends FileHeaders {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** Throws DamagedPublication where the file, as S3 gives it back, does not hold what it should. */
  readonly check: (stored: StoredFile, bytes: Uint8Array) => Promise<void>;
}

/**
 * Stores a file and reads it back: the manifest names no file that was not found whole in its place.
 * Throws StoreUnavailable or DamagedPublication.
 */
export const storeVerified = async (
  bucket: PublishedBucket,
  { key, bytes, check, ...headers }: NewFile,
): Promise<StoredFile> => {
  await putFile(bucket, key, bytes, headers);
  const stored = { key, bytes: bytes.length, sha256: sha256Of(bytes) };
  const reading = await readObject(bucket, key);
  if (reading.kind !== 'found' || sha256Of(reading.bytes) !== stored.sha256) {
    throw new DamagedPublication(`${key} is not what was stored`);
  }
  await check(stored, reading.bytes);
  return stored;
};
