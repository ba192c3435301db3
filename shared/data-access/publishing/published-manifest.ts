import { PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { changeCounts, networkCounts } from '../../domain/location/publication.ts';
import { publicationVersion } from '../../domain/location/publication-version.ts';
import { exportFormat } from '../../domain/location/work-centre-export.ts';
import { answeredWith, saysNoSuchKey } from '../s3-answers.ts';
import { storeCall } from '../store-failure.ts';
import { DamagedPublication, NewerPublicationFormat } from './damaged-publication.ts';
import { type PublishedBucket, type ReadableBucket, readObject } from './published-object.ts';

const manifestKey = 'manifest.json';
/**
 * Raised whenever a reader of the former format could not read the new one. The former is read as well: a release takes
 * over while what its predecessor published is all there is.
 */
export const manifestFormat = 3;

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
const versionFacts = {
  version: publicationVersion,
  /** When the tables began to be read. */
  generatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  /** SHA-256 over all that is published, hours of the coming days apart: equal where nothing has changed. */
  contentDigest: sha256Hex,
  counts: networkCounts,
  exports: z.record(exportFormat, storedText),
  /** The public list of the exported files. */
  files: storedFile,
  /** A digest of each location, from which the next publication tells what changed. */
  digests: storedText,
  history: storedFile,
  /** Against the version `since`; none without one. */
  changes: changeCounts.extend({ since: publicationVersion.optional() }),
};

const currentManifest = z.object({
  format: z.literal(manifestFormat),
  ...versionFacts,
  catalogues: z.record(z.enum(catalogueNames), storedFile),
});
/** A manifest as this release writes it. */
export type CurrentManifest = z.infer<typeof currentManifest>;

/** As the release before wrote it: one catalogue, of the records themselves. */
const formerManifest = z.object({ format: z.literal(2), ...versionFacts, catalogue: storedFile });

/** What is published: the one object that names the files of a version. */
const manifest = z.discriminatedUnion('format', [currentManifest, formerManifest]);
export type Manifest = z.infer<typeof manifest>;

/** What a look at the manifest found. */
export type ManifestReading =
  | { readonly kind: 'found'; readonly etag: string; readonly manifest: Manifest }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' };

/** The state of the manifest that a new one replaces; one that cannot be read gives way to any that can. */
export type FormerManifest =
  | Exclude<ManifestReading, { kind: 'unchanged' }>
  | { readonly kind: 'unreadable'; readonly etag: string; readonly why: Error };

/** Another publication is there instead of the one that was to be replaced, or is not older. */
export class PublicationSuperseded extends Error {
  override readonly name = 'PublicationSuperseded';
  readonly current: Manifest;

  constructor(current: Manifest) {
    super(`version ${current.version} is published already`);
    this.current = current;
  }
}

/** The manifest is not the one that was read before: another publisher moved it in between. */
export class ManifestChanged extends Error {
  override readonly name = 'ManifestChanged';
}

const anyFormat = z.object({ format: z.number() });

const parseManifest = (bytes: Uint8Array): Manifest => {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new DamagedPublication('the manifest is not JSON', { cause: error });
  }
  const { data } = anyFormat.safeParse(content);
  if (data && data.format > manifestFormat) {
    throw new NewerPublicationFormat(`the manifest has format ${data.format}`);
  }
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new DamagedPublication(`the manifest is none: ${z.prettifyError(parsed.error)}`);
};

/**
 * Reads the manifest, or learns that it still is the one with `knownEtag`. Throws StoreUnavailable,
 * DamagedPublication or NewerPublicationFormat.
 */
export const readManifest = async (bucket: ReadableBucket, knownEtag?: string): Promise<ManifestReading> => {
  const reading = await readObject(bucket, manifestKey, knownEtag);
  if (reading.kind !== 'found') return reading;
  return { kind: 'found', etag: reading.etag, manifest: parseManifest(reading.bytes) };
};

/**
 * Reads the manifest that a new one is to replace. Throws StoreUnavailable. What cannot be read, since it is damaged,
 * older or newer than this release, is no error here.
 */
export const readFormerManifest = async (bucket: ReadableBucket): Promise<FormerManifest> => {
  const reading = await readObject(bucket, manifestKey);
  if (reading.kind !== 'found') return { kind: 'absent' };
  const { etag } = reading;
  try {
    return { kind: 'found', etag, manifest: parseManifest(reading.bytes) };
  } catch (error) {
    if (error instanceof Error) return { kind: 'unreadable', etag, why: error };
    throw error;
  }
};

/**
 * Makes this the manifest, provided that `former` is it still. Throws PublicationSuperseded where the former one is
 * not older, ManifestChanged where it is not there any more, or StoreUnavailable.
 */
export const writeManifest = async (
  { client, bucket }: PublishedBucket,
  next: CurrentManifest,
  former: FormerManifest,
): Promise<void> => {
  if (former.kind === 'found' && former.manifest.version >= next.version) {
    throw new PublicationSuperseded(former.manifest);
  }
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: manifestKey,
    Body: `${JSON.stringify(currentManifest.parse(next))}\n`,
    ContentType: 'application/json',
    ...(former.kind === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: former.etag }),
  });
  // 409 is a write at the same moment; no such key is a manifest that was deleted since it was read.
  const lost = (error: unknown) => answeredWith(error, 412, 409) || saysNoSuchKey(error);
  try {
    await storeCall('moving the manifest', () => client.send(command), lost);
  } catch (error) {
    if (lost(error)) throw new ManifestChanged('the manifest was moved meanwhile', { cause: error });
    throw error;
  }
};
