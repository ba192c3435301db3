import * as z from 'zod';
import { manifestKeys } from '../../../domain/location/publication/object-keys.ts';
import { changeCounts, networkCounts } from '../../../domain/location/publication/publication.ts';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { perFormat } from '../../../domain/location/publication/work-centre-export.ts';
import { type ReadableBucket, readObject } from '../../objects/bucket.ts';
import { DamagedPublication, NewerPublicationFormat } from '../damaged-publication.ts';

/**
 * Format of the manifest. A release and the one before it read each other's manifests of the same format, after an
 * upgrade and after a roll back: members that a reader does not know are ignored, whether of an object, of the exports
 * or of the catalogues, and those that came with a later release are optional. The format is raised, together with its
 * key, whenever that does not do: for a member that readers cannot do without, such as another catalogue, or for one
 * that changes its meaning. The former format is read too, until this release has published.
 */
export const manifestFormat = 3;
const formerFormat = 2;

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** Stored file: key, stored size, and SHA-256 of the stored bytes in hex. */
export const storedFile = z.object({ key: z.string().min(1), bytes: z.int().min(1), sha256: sha256Hex });
export type StoredFile = z.infer<typeof storedFile>;

/** Stored text, compressed with gzip: number of records, and size and checksum of the content. */
const storedText = storedFile.extend({
  records: z.int().min(0),
  contentBytes: z.int().min(0),
  contentSha256: sha256Hex,
});
export type StoredText = z.infer<typeof storedText>;

/** Names of the published views of the network, each with its own catalogue. */
export const catalogueNames = ['points', 'workCentres'] as const;
export type CatalogueName = (typeof catalogueNames)[number];

/** Members of a version in every supported format. */
const versionFacts = () => ({
  version: publicationVersion,
  /** Time when reading the tables began. */
  generatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  /** SHA-256 over the content except hours of the coming days, equal if nothing has changed. */
  contentDigest: sha256Hex,
  counts: networkCounts,
  /** Codes of the services, by which the next publication finds removed ones; absent in manifests of earlier builds. */
  serviceCodes: z.array(z.int()).optional(),
  /** Names of the attributes that its catalogues are searched by; absent in manifests of earlier builds. */
  attributes: z.array(z.string()).optional(),
  /** Exported files; a format is absent until the first publication of a release that has it. */
  exports: z.object({
    ...perFormat(() => storedText.optional()),
    // Every release writes these: clients and the next publication continue from them.
    changes: storedText,
    removed: storedText,
  }),
  /**
   * File without changes, for clients that have this version. Absent if the version changed nothing, as its own file of
   * changes then serves, and in manifests of earlier builds.
   */
  noChanges: storedText.optional(),
  /** Public list of the exported files. */
  files: storedFile,
  /** Digest of each location, by which the next publication finds changes. */
  digests: storedText,
  history: storedFile,
  /** Changes since the version `since`; all 0 without one. */
  changes: changeCounts.unwrap().extend({ since: publicationVersion.optional() }),
});

/** Parses a manifest as this release writes it. */
export const currentManifest = z.lazy(() =>
  z.object({
    format: z.literal(manifestFormat),
    ...versionFacts(),
    catalogues: z.object({ points: storedFile, workCentres: storedFile } satisfies Record<
      CatalogueName,
      unknown
    >),
  }),
);
/** Manifest in this release's format. */
export type CurrentManifest = z.infer<typeof currentManifest>;

/** Manifest of the previous release, with one catalogue of whole records. */
const formerManifest = z.lazy(() =>
  z.object({ format: z.literal(formerFormat), ...versionFacts(), catalogue: storedFile }),
);

/** Manifest of a publication, the one object that names the files of a version. */
export type Manifest = z.infer<typeof currentManifest> | z.infer<typeof formerManifest>;

/** Key and ETag of a manifest that was read. */
export interface SeenManifest {
  readonly key: string;
  readonly etag: string;
}

/** Result of reading the manifest. */
export type ManifestReading =
  | (SeenManifest & { readonly kind: 'found'; readonly manifest: Manifest })
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' };

/** State of the manifest to be replaced; an unreadable one may be replaced by any. */
export type FormerManifest =
  | Exclude<ManifestReading, { kind: 'unchanged' }>
  | (SeenManifest & { readonly kind: 'unreadable'; readonly why: Error });

const anyFormat = z.object({ format: z.number() });

const parseManifest = (bytes: Uint8Array): Manifest => {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new DamagedPublication('the manifest is not JSON', { cause: error });
  }
  const { data } = anyFormat.safeParse(content, { jitless: true });
  if (data && data.format > manifestFormat) {
    throw new NewerPublicationFormat(`the manifest has format ${data.format}`);
  }
  // Parsed too rarely in an instance for zod's compiled parser to pay off.
  const manifest = data?.format === formerFormat ? formerManifest : currentManifest;
  const parsed = manifest.safeParse(content, { jitless: true });
  if (parsed.success) return parsed.data;
  throw new DamagedPublication(`the manifest is none: ${z.prettifyError(parsed.error)}`);
};

/** Reads the first manifest that exists. */
const readFirst = async (bucket: ReadableBucket, known?: SeenManifest) => {
  for (const key of manifestKeys) {
    const reading = await readObject(bucket, key, known?.key === key ? known.etag : undefined);
    if (reading.kind === 'found') return { ...reading, key };
    // A reader that has seen this manifest does not fall back to an older one, even if it is deleted.
    if (known?.key === key) return reading;
  }
  return { kind: 'absent' } as const;
};

/**
 * Reads the manifest, unless it is still the `known` one. Throws StoreUnavailable, DamagedPublication or
 * NewerPublicationFormat.
 */
export const readManifest = async (
  bucket: ReadableBucket,
  known?: SeenManifest,
): Promise<ManifestReading> => {
  const reading = await readFirst(bucket, known);
  if (reading.kind !== 'found') return reading;
  const { key, etag, bytes } = reading;
  return { kind: 'found', key, etag, manifest: parseManifest(bytes) };
};

/**
 * Reads all existing manifests, this release's before the previous one's. Throws StoreUnavailable, DamagedPublication
 * or NewerPublicationFormat.
 */
export const readManifests = async (bucket: ReadableBucket): Promise<readonly Manifest[]> => {
  const readings = await Promise.all(manifestKeys.map((key) => readObject(bucket, key)));
  return readings.flatMap((reading) => (reading.kind === 'found' ? [parseManifest(reading.bytes)] : []));
};

/**
 * Reads the manifest that a new one follows; that of the previous release if this one has published nothing. Throws
 * StoreUnavailable. A damaged manifest, or one of an unknown format, is a result rather than an error.
 */
export const readFormerManifest = async (bucket: ReadableBucket): Promise<FormerManifest> => {
  const reading = await readFirst(bucket);
  if (reading.kind !== 'found') return { kind: 'absent' };
  const { key, etag, bytes } = reading;
  try {
    return { kind: 'found', key, etag, manifest: parseManifest(bytes) };
  } catch (error) {
    if (error instanceof Error) return { kind: 'unreadable', key, etag, why: error };
    throw error;
  }
};
