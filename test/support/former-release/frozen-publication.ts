import { readdir, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import type { LocalBucket } from '../local-bucket.ts';
import { keptNetwork } from './kept-network.ts';

/**
 * Publication in this format as an earlier release wrote it, file for file, which today's code must go on reading. Its
 * files are never written again; they go when the format after this one comes.
 */
const folder = new URL('published/', import.meta.url);

/** Network of the publication, whose locations bear something of every attribute of its time. */
export const frozenNetwork = keptNetwork('published-network');

export const frozenVersion = '20261122T120000000Z-b2eb69';
/** Version before it, which its history names. */
export const frozenFormerVersion = '20261122T110000000Z-689727';

const anyFile = z.looseObject({ key: z.string(), bytes: z.int(), sha256: z.string() });
type FrozenFile = z.infer<typeof anyFile>;

export const manifestShape = z.looseObject({
  exports: z.record(z.string(), anyFile),
  catalogues: z.object({ points: anyFile, workCentres: anyFile }).catchall(anyFile),
  files: anyFile,
  history: anyFile,
});
/** Manifest as stored, before any reader has made something of it. */
export type FrozenManifest = z.infer<typeof manifestShape>;

/** Files of a publication by key, except its manifest. */
type FrozenFiles = Map<string, Uint8Array>;

/** Publication to be stored. */
export interface Frozen {
  readonly manifest: FrozenManifest;
  readonly files: FrozenFiles;
}

/** Reads the publication as it was written. */
export const frozenPublication = async (): Promise<Frozen> => {
  const manifest = manifestShape.parse(
    JSON.parse(await readFile(new URL('manifest-3.json', folder), 'utf8')),
  );
  const names = (await readdir(folder)).filter((name) => name !== 'manifest-3.json');
  const files = await Promise.all(
    names.map(
      async (name) => [`versions/${frozenVersion}/${name}`, await readFile(new URL(name, folder))] as const,
    ),
  );
  return { manifest, files: new Map(files) };
};

/** Returns the bytes of a file of the publication. */
export const bytesOf = ({ files }: Frozen, { key }: Pick<FrozenFile, 'key'>): Uint8Array => {
  const bytes = files.get(key);
  if (bytes === undefined) throw new Error(`the publication has no ${key}`);
  return bytes;
};

/** Replaces a file of the publication; returns its entry for the manifest. */
export const replaceFile = (
  frozen: Frozen,
  file: FrozenFile,
  change: (bytes: Uint8Array) => Uint8Array,
): FrozenFile => {
  const bytes = change(bytesOf(frozen, file));
  frozen.files.set(file.key, bytes);
  return { ...file, bytes: bytes.length, sha256: sha256Of(bytes) };
};

/** Stores a publication as the newest one. */
export const storeFrozen = async (store: LocalBucket, { manifest, files }: Frozen): Promise<void> => {
  await Promise.all([...files].map(([key, bytes]) => store.put(key, bytes)));
  await store.put('manifest-3.json', JSON.stringify(manifest));
};
