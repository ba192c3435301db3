import * as z from 'zod/mini';
import { manifestKey } from '../../../domain/location/publication/object-keys.ts';
import { changeCounts, networkCounts } from '../../../domain/location/publication/publication.ts';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { perFormat } from '../../../domain/location/publication/work-centre-export.ts';
import { type ReadableBucket, readObject } from '../../objects/bucket.ts';
import { DamagedPublication } from '../damaged-publication.ts';

/**
 * Format of the manifest and of the files that it names. A manifest with another format counts as damaged, and the next
 * publication replaces it.
 */
export const manifestFormat = 1;

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Stored file: key, stored size, and SHA-256 of the stored bytes in hex. */
export const storedFile = z.object({
  key: z.string().check(z.minLength(1)),
  bytes: z.int().check(z.minimum(1)),
  sha256: sha256Hex,
});
export type StoredFile = z.infer<typeof storedFile>;

/** Stored text, compressed with gzip: number of records, and size and checksum of the content. */
const storedText = z.extend(storedFile, {
  records: z.int().check(z.minimum(0)),
  contentBytes: z.int().check(z.minimum(0)),
  contentSha256: sha256Hex,
});
export type StoredText = z.infer<typeof storedText>;

/** Names of the published views of the network, each with its own catalogue. */
export const catalogueNames = ['points', 'workCentres'] as const;
export type CatalogueName = (typeof catalogueNames)[number];

/** Manifest of a publication, the one object that names the files of a version. */
export const publishedManifest = z.object({
  format: z.literal(manifestFormat),
  version: publicationVersion,
  /** Time when reading the tables began. */
  generatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  /** SHA-256 over the content except hours of the coming days, equal if nothing has changed. */
  contentDigest: sha256Hex,
  counts: networkCounts,
  /** Codes of the services, by which the next publication finds removed ones. */
  serviceCodes: z.array(z.int()),
  catalogues: z.object({ points: storedFile, workCentres: storedFile } satisfies Record<
    CatalogueName,
    unknown
  >),
  /** Exported files. */
  exports: z.object(perFormat(() => storedText)),
  /**
   * File without changes, for clients that have this version. Absent if the version changed nothing, as its own file
   * of changes then serves.
   */
  noChanges: z.optional(storedText),
  /** Public list of the exported files. */
  files: storedFile,
  /** Digest of each location, by which the next publication finds changes. */
  digests: storedText,
  history: storedFile,
  /** Changes since the version `since`; all 0 without one. */
  changes: z.extend(changeCounts, { since: z.optional(publicationVersion) }),
});
export type Manifest = z.infer<typeof publishedManifest>;

/** Manifest with its ETag. */
interface FoundManifest {
  readonly kind: 'found';
  readonly etag: string;
  readonly manifest: Manifest;
}

/** Result of reading the manifest. */
export type ManifestReading = FoundManifest | { readonly kind: 'unchanged' } | { readonly kind: 'absent' };

/** State of the manifest to be replaced; an unreadable one may be replaced by any. */
export type FormerManifest =
  | FoundManifest
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly etag: string; readonly why: Error };

const parseManifest = (bytes: Uint8Array): Manifest => {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new DamagedPublication('the manifest is not JSON', { cause: error });
  }
  const parsed = publishedManifest.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new DamagedPublication(`the manifest is none: ${z.prettifyError(parsed.error)}`);
};

/** Reads the manifest, unless it still has the `knownEtag`. Throws StoreUnavailable or DamagedPublication. */
export const readManifest = async (bucket: ReadableBucket, knownEtag?: string): Promise<ManifestReading> => {
  const reading = await readObject(bucket, manifestKey, knownEtag);
  if (reading.kind !== 'found') return reading;
  return { kind: 'found', etag: reading.etag, manifest: parseManifest(reading.bytes) };
};

/**
 * Reads the manifest that a new one follows. Throws StoreUnavailable. A damaged manifest is a result rather than an
 * error.
 */
export const readFormerManifest = async (bucket: ReadableBucket): Promise<FormerManifest> => {
  const reading = await readObject(bucket, manifestKey);
  if (reading.kind !== 'found') return { kind: 'absent' };
  const { etag, bytes } = reading;
  try {
    return { kind: 'found', etag, manifest: parseManifest(bytes) };
  } catch (error) {
    if (error instanceof Error) return { kind: 'unreadable', etag, why: error };
    throw error;
  }
};
