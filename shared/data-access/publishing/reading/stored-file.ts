import { type ReadableBucket, readObject, sha256Of } from '../../objects/bucket.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import type { StoredFile } from './published-manifest.ts';

/**
 * Reads a stored file and verifies its size and checksum. Throws DamagedPublication, which names the difference, or
 * StoreUnavailable.
 */
export const readStoredFile = async (
  bucket: ReadableBucket,
  { key, bytes, sha256 }: StoredFile,
): Promise<Uint8Array> => {
  const reading = await readObject(bucket, key);
  if (reading.kind !== 'found') throw new DamagedPublication(`${key} is not there`);
  if (reading.bytes.length !== bytes)
    throw new DamagedPublication(`${key} has ${reading.bytes.length} bytes, and the manifest says ${bytes}`);
  if (sha256Of(reading.bytes) === sha256) return reading.bytes;
  throw new DamagedPublication(`${key} has another SHA-256 than the manifest says`);
};
