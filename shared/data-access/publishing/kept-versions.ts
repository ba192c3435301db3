import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { type GuardedChanges, guardedChange } from '../../domain/publication/guarded-changes.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { readHistory } from './history.ts';
import {
  DamagedPublication,
  type Manifest,
  readStoredFile,
  readVersionManifest,
  type StoredFile,
} from './manifest.ts';
import { readSnapshot } from './snapshot.ts';

/**
 * Returns up to `limit` kept versions before the published one, newest first, without damaged ones, and the total
 * number of versions before it. Throws StoreUnavailable, or DamagedPublication for a damaged history.
 */
export const listKeptVersions = async (
  bucket: ReadableBucket,
  { version: published, history }: Manifest,
  limit: number,
) => {
  const { entries } = await readHistory(bucket, history);
  const earlier = entries.map(({ version }) => version).filter((version) => version !== published);
  const newest = earlier.reverse().slice(0, limit);
  const manifests = await Promise.all(
    newest.map((version) =>
      readVersionManifest(bucket, version).catch((error: unknown) => {
        if (!(error instanceof DamagedPublication)) throw error;
      }),
    ),
  );
  return { versions: manifests.filter((manifest) => manifest !== undefined), total: earlier.length };
};

/** Whether a version can be published again, because its files are kept. Throws the same errors as listKeptVersions. */
export const isKeptVersion = async (
  bucket: ReadableBucket,
  { history }: Manifest,
  version: string,
): Promise<boolean> => {
  const { entries } = await readHistory(bucket, history);
  return entries.some((entry) => entry.version === version);
};

/** Reads the network of a kept version, and verifies its checksum. Throws StoreUnavailable or DamagedPublication. */
export const readKeptNetwork = async (bucket: ReadableBucket, version: string) => {
  const manifest = await readVersionManifest(bucket, version);
  const { catalogue, readRecords } = await readSnapshot(bucket, manifest);
  const capabilities = catalogue.capabilities.all();
  return { network: { records: await readRecords(), capabilities }, placeNames: manifest.placeNames };
};

/** Packs guarded changes as gzipped JSON. */
export const packGuardedChanges = (changes: GuardedChanges): Uint8Array =>
  gzipSync(JSON.stringify([...changes.values()]));

/** Reads the guarded changes of a version, by location code. Throws StoreUnavailable or DamagedPublication. */
export const readGuardedChanges = async (
  bucket: ReadableBucket,
  file: StoredFile,
): Promise<GuardedChanges> => {
  const bytes = await readStoredFile(bucket, file);
  try {
    const changes = z.array(guardedChange).parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
    return new Map(changes.map((change) => [change.code, change]));
  } catch (cause) {
    throw new DamagedPublication(`${file.key} cannot be read`, { cause });
  }
};
