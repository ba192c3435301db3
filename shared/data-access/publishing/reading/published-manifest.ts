import * as z from 'zod';
import { manifestKeys } from '../../../domain/location/publication/object-keys.ts';
import { changeCounts, networkCounts } from '../../../domain/location/publication/publication.ts';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { exportFormat } from '../../../domain/location/publication/work-centre-export.ts';
import { type ReadableBucket, readObject } from '../../objects/bucket.ts';
import { DamagedPublication, NewerPublicationFormat } from '../damaged-publication.ts';

/**
 * Raised, together with the key, whenever a reader of the former format could not read the new one. The former is read
 * as well: a release takes over while what its predecessor published is all there is.
 */
export const manifestFormat = 3;
const formerFormat = 2;

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** A stored file: its key, its size as stored, and the SHA-256 of the stored bytes in hex. */
const storedFile = z.object({ key: z.string().min(1), bytes: z.int().min(1), sha256: sha256Hex });
export type StoredFile = z.infer<typeof storedFile>;

/** A stored file of text, compressed with gzip: how many records it holds, and what it unpacks to. */
const storedText = storedFile.extend({
  records: z.int().min(0),
  contentBytes: z.int().min(0),
  contentSha256: sha256Hex,
});
export type StoredText = z.infer<typeof storedText>;

/** The views of the network that are published, each as a catalogue of its own for the functions that show it. */
export const catalogueNames = ['points', 'workCentres'] as const;
export type CatalogueName = (typeof catalogueNames)[number];

/** What a version says of itself in every format that is read. */
const versionFacts = () => ({
  version: publicationVersion,
  /** When the tables began to be read. */
  generatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  /** SHA-256 over all that is published, hours of the coming days apart: equal where nothing has changed. */
  contentDigest: sha256Hex,
  counts: networkCounts,
  /** Codes of the services, from which the next publication tells which are gone; absent where an earlier build wrote it. */
  serviceCodes: z.array(z.int()).optional(),
  exports: z.record(exportFormat, storedText),
  /**
   * A file of no changes, for whoever has this version. Absent where the version changed nothing, and its own file of
   * changes is one; and where an earlier build has written it.
   */
  noChanges: storedText.optional(),
  /** The public list of the exported files. */
  files: storedFile,
  /** A digest of each location, from which the next publication tells what changed. */
  digests: storedText,
  history: storedFile,
  /** Against the version `since`; none without one. */
  changes: changeCounts.unwrap().extend({ since: publicationVersion.optional() }),
});

/** Parses a manifest as this release writes it. */
export const currentManifest = z.lazy(() =>
  z.object({
    format: z.literal(manifestFormat),
    ...versionFacts(),
    catalogues: z.record(z.enum(catalogueNames), storedFile),
  }),
);
/** A manifest as this release writes it. */
export type CurrentManifest = z.infer<typeof currentManifest>;

/** As the release before wrote it: one catalogue, of the records themselves. */
const formerManifest = z.lazy(() =>
  z.object({ format: z.literal(formerFormat), ...versionFacts(), catalogue: storedFile }),
);

/** What is published: the one object that names the files of a version. */
export type Manifest = z.infer<typeof currentManifest> | z.infer<typeof formerManifest>;

/** A manifest that was seen: where it is, and the ETag that it had. */
export interface SeenManifest {
  readonly key: string;
  readonly etag: string;
}

/** What a look at the manifest found. */
export type ManifestReading =
  | (SeenManifest & { readonly kind: 'found'; readonly manifest: Manifest })
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' };

/** The state of the manifest that a new one replaces; one that cannot be read gives way to any that can. */
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
  // Each instance parses one now and then: to compile a parser for it, as zod would, takes longer than it saves.
  const manifest = data?.format === formerFormat ? formerManifest : currentManifest;
  const parsed = manifest.safeParse(content, { jitless: true });
  if (parsed.success) return parsed.data;
  throw new DamagedPublication(`the manifest is none: ${z.prettifyError(parsed.error)}`);
};

/** Reads the first of the manifests that is there. */
const readFirst = async (bucket: ReadableBucket, known?: SeenManifest) => {
  for (const key of manifestKeys) {
    const reading = await readObject(bucket, key, known?.key === key ? known.etag : undefined);
    if (reading.kind === 'found') return { ...reading, key };
    // Whoever has seen it does not go back to what was there before it, though it be gone.
    if (known?.key === key) return reading;
  }
  return { kind: 'absent' } as const;
};

/**
 * Reads the manifest, or learns that it still is the one that is `known`. Throws StoreUnavailable, DamagedPublication
 * or NewerPublicationFormat.
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
 * Reads all manifests that are there, this release's before the one of the release before. Throws StoreUnavailable,
 * DamagedPublication or NewerPublicationFormat.
 */
export const readManifests = async (bucket: ReadableBucket): Promise<readonly Manifest[]> => {
  const readings = await Promise.all(manifestKeys.map((key) => readObject(bucket, key)));
  return readings.flatMap((reading) => (reading.kind === 'found' ? [parseManifest(reading.bytes)] : []));
};

/**
 * Reads the manifest that a new one is to follow: where this release has published nothing yet, that of the release
 * before. Throws StoreUnavailable. What cannot be read, since it is damaged, older or newer than this release, is no
 * error here.
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
