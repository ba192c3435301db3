import * as z from 'zod/mini';
import { manifestKey, mapFileKey, versionsFolder } from '../../domain/publication/object-keys.ts';
import { changeCounts, networkCounts } from '../../domain/publication/publication.ts';
import { publicationVersion } from '../../domain/publication/publication-version.ts';
import {
  perWorkCentreFormat,
  type WorkCentreFormatName,
} from '../../domain/publication/work-centre-export.ts';
import {
  type Bucket,
  maxReadingMilliseconds,
  type ReadableBucket,
  readJson,
  readObject,
  sha256Of,
} from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';
import { jsonText } from '../settings.ts';

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.minimum(0));

/** Stored file: key, stored size, and SHA-256 of the stored bytes in hex. */
export const storedFile = z.object({
  key: z.string().check(z.minLength(1)),
  bytes: z.int().check(z.minimum(1)),
  sha256: sha256Hex,
});
export type StoredFile = z.infer<typeof storedFile>;

/** Stored text in gzip, with its number of records, and the size and checksum of the uncompressed text. */
const storedText = z.extend(storedFile, {
  records: count,
  contentBytes: count,
  contentSha256: sha256Hex,
});
export type StoredText = z.infer<typeof storedText>;

/**
 * Format of publications. Increment it with each change that older or newer functions cannot read, but not for an added
 * or removed attribute, column or file, because only requests that need missing data fail.
 */
export const publicationFormat = 4;

/** Manifest of a publication: the one object that lists the files of the newest version. */
const publishedManifest = z.object({
  /** A manifest with another format counts as damaged, and the next publication replaces it. */
  format: z.literal(publicationFormat),
  version: publicationVersion,
  /** Time when reading the tables started. */
  generatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  counts: networkCounts,
  /** Catalogue served by functions. */
  snapshot: storedFile,
  /** Index of the words in all locations: see WordIndex. Absent from versions that an older publisher wrote. */
  words: z.optional(storedFile),
  /** Index of place names: see PlaceIndex. It belongs to the version of the full exports. */
  placeNames: z.optional(storedFile),
  /** Public map file. Absent from versions that an older publisher wrote. */
  map: z.optional(storedFile),
  /**
   * Full exports, with a file of all work centres in each format. They may be from an earlier version, because a
   * version with only a few changes keeps the previous exports.
   */
  full: z.object({
    version: publicationVersion,
    generatedAt: z.iso.datetime(),
    locations: count,
    exports: z.object(perWorkCentreFormat(() => storedText)),
  }),
  /** Guarded changes since the full exports, which can cause a rejection: see GuardedChanges. Absent if none. */
  guarded: z.optional(storedFile),
  /** Changes since the version `since`. Without a usable previous version, `since` is absent and all counts are 0. */
  changes: z.extend(changeCounts, { since: z.optional(publicationVersion), file: storedText }),
  /** File without changes, for clients that are up to date. */
  noChanges: storedText,
  /** Tombstones of removed locations. */
  removed: storedText,
  /** Public list of the exported files. */
  files: storedFile,
  history: storedFile,
});
export type Manifest = z.infer<typeof publishedManifest>;

type ManifestReading =
  | { readonly kind: 'found'; readonly etag: string; readonly manifest: Manifest }
  | { readonly kind: 'unchanged' | 'absent' };

/** The manifest that a publication replaces, with its ETag; empty if there is none. */
export interface PreviousManifest {
  readonly etag?: string | undefined;
  /** Absent if it is damaged. Any manifest may then replace it. */
  readonly manifest?: Manifest | undefined;
  readonly damage?: unknown;
}

/** A published file is missing, differs from the manifest, or cannot be read. */
export class DamagedPublication extends Error {
  override readonly name = 'DamagedPublication';
}

/** Returns the keys of the files of one version. Each file is written only once. */
export const versionKeys = (version: string) => {
  const folder = `${versionsFolder}${version}/`;
  return {
    /** The manifest of the version, as it was published. */
    manifest: `${folder}manifest.json`,
    snapshot: `${folder}catalogue.bin`,
    words: `${folder}words.bin`,
    placeNames: `${folder}place-names.bin`,
    map: mapFileKey(version),
    export: (format: WorkCentreFormatName) => `${folder}workcentres.${format}.gz`,
    /** Changes of the last `steps` versions that changed something. */
    changes: (steps = 1) => `${folder}${steps === 1 ? 'changes' : `changes-${steps}`}.ndjson.gz`,
    noChanges: `${folder}no-changes.ndjson.gz`,
    removed: `${folder}removed.ndjson.gz`,
    guarded: `${folder}guarded.json.gz`,
    files: `${folder}files.json`,
    history: `${folder}history.json`,
  };
};

/** Reads the manifest, unless its ETag is still `knownEtag`. Throws StoreUnavailable or DamagedPublication. */
export const readManifest = async (bucket: ReadableBucket, knownEtag?: string): Promise<ManifestReading> => {
  const reading = await readObject(bucket, manifestKey, knownEtag);
  if (reading.kind !== 'found') return reading;
  return { kind: 'found', etag: reading.etag, manifest: parseManifest(reading.bytes) };
};

/** Reads the manifest of a version whose files are kept. Throws StoreUnavailable or DamagedPublication. */
export const readVersionManifest = async (bucket: ReadableBucket, version: string): Promise<Manifest> => {
  const key = versionKeys(version).manifest;
  const reading = await readObject(bucket, key);
  if (reading.kind !== 'found') throw new DamagedPublication(`${key} is missing`);
  const manifest = parseManifest(reading.bytes);
  if (manifest.version === version) return manifest;
  throw new DamagedPublication(`${key} contains version ${manifest.version}`);
};

/** Reads the manifest that a new one will replace. A damaged manifest is not an error. Throws StoreUnavailable. */
export const readPreviousManifest = async (bucket: ReadableBucket): Promise<PreviousManifest> => {
  const stored = await readJson(bucket, manifestKey, publishedManifest);
  return { etag: stored?.etag, manifest: stored?.data, damage: stored?.error };
};

/** Speed at which a large file must arrive. Operators may read it over a slow connection. */
const minBytesPerMillisecond = 250;

/** Reads a stored file, and verifies its size and checksum. Throws DamagedPublication or StoreUnavailable. */
export const readStoredFile = async (
  bucket: ReadableBucket,
  { key, bytes, sha256 }: StoredFile,
): Promise<Uint8Array> => {
  const milliseconds = Math.ceil(maxReadingMilliseconds + bytes / minBytesPerMillisecond);
  const reading = await readObject(bucket, key, undefined, milliseconds);
  if (reading.kind !== 'found') throw new DamagedPublication(`${key} is missing`);
  if (reading.bytes.length !== bytes)
    throw new DamagedPublication(`${key} has ${reading.bytes.length} bytes instead of ${bytes}`);
  if (sha256Of(reading.bytes) === sha256) return reading.bytes;
  throw new DamagedPublication(`the SHA-256 of ${key} differs from the manifest`);
};

/** Reads a stored JSON file. Throws the same errors as readStoredFile. */
export const readStoredJson = async <T>(
  bucket: ReadableBucket,
  file: StoredFile,
  schema: z.ZodMiniType<T>,
): Promise<T> => parseJson(await readStoredFile(bucket, file), schema, file.key);

/**
 * Replaces the manifest that was read before. If the published one is not older, or another publication was faster,
 * returns the published one instead. Throws StoreUnavailable, or DamagedPublication if that is missing or damaged.
 */
export const moveManifest = async (
  bucket: Bucket,
  next: Manifest,
  previous: PreviousManifest,
): Promise<Manifest | undefined> => {
  if (previous.manifest && previous.manifest.version >= next.version) return previous.manifest;
  const content = publishedManifest.parse(next);
  const replaces = previous.etag ?? null;
  const moved = await putJson(bucket, 'moving the manifest', { key: manifestKey, content, replaces });
  if (moved !== undefined) return undefined;
  const current = await readManifest(bucket);
  if (current.kind !== 'found') throw new DamagedPublication('the manifest is missing');
  // The SDK retries a write whose response was lost, and the retry then conflicts with the first attempt.
  return current.manifest.version === next.version ? undefined : current.manifest;
};

const parseManifest = (bytes: Uint8Array): Manifest => parseJson(bytes, publishedManifest, 'the manifest');

const parseJson = <T>(bytes: Uint8Array, schema: z.ZodMiniType<T>, name: string): T => {
  const parsed = jsonText(schema).safeParse(Buffer.from(bytes).toString('utf8'));
  if (parsed.success) return parsed.data;
  throw new DamagedPublication(`${name} is invalid: ${z.prettifyError(parsed.error)}`);
};
