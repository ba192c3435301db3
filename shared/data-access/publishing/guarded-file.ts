import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { type GuardedChanges, guardedChange } from '../../domain/publication/guarded-changes.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { DamagedPublication, readStoredFile, type StoredFile } from './manifest.ts';

const stored = z.array(guardedChange);

/** Packs guarded changes as gzipped JSON. */
export const packGuardedChanges = (changes: GuardedChanges): Uint8Array =>
  gzipSync(JSON.stringify([...changes.values()]));

/** Reads the guarded changes of a version. Throws StoreUnavailable or DamagedPublication. */
export const readGuardedChanges = async (
  bucket: ReadableBucket,
  file: StoredFile,
): Promise<GuardedChanges> => {
  const bytes = await readStoredFile(bucket, file);
  try {
    const changes = stored.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
    return new Map(changes.map((change) => [change.code, change]));
  } catch (error) {
    throw new DamagedPublication(`${file.key} cannot be read`, { cause: error });
  }
};
