import { deserialize, serialize } from 'node:v8';
import { zstdDecompressSync } from 'node:zlib';
import { retryingLazy } from '../../domain/lazy.ts';
import type { TextIndexes } from '../../domain/location/catalogue/catalogue.ts';
import { MissingCatalogueData } from '../../domain/location/catalogue/columns.ts';
import { storeCall } from '../errors.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { type Manifest, readStoredFile, type StoredFile } from './manifest.ts';
import { compress, readable } from './snapshot.ts';

/** Packs a text index into a file: `v8.serialize`, compressed. Equal indexes have equal bytes. */
export const packTextIndex = (index: object): Uint8Array => compress(serialize(index));

/** Opens a file whose checksum has been verified. Throws DamagedPublication. */
export const openTextIndex = (file: Uint8Array) => readable(() => deserialize(zstdDecompressSync(file)));

/**
 * Returns a snapshot's text indexes, each read on first use and cached. Reading one that an older publisher did not
 * write throws MissingCatalogueData.
 */
export const storedTextIndexes = (
  bucket: ReadableBucket,
  { words, placeNames }: Pick<Manifest, 'words' | 'placeNames'>,
): TextIndexes => ({
  words: readOnce(bucket, 'the words of the catalogue', words),
  placeNames: readOnce(bucket, 'the place names', placeNames),
});

/** Creates a function that reads a file once. */
const readOnce = <Index>(bucket: ReadableBucket, what: string, file: StoredFile | undefined) =>
  retryingLazy(async (): Promise<Index> => {
    if (!file) throw new MissingCatalogueData(`${what} have not been published yet`);
    return openTextIndex(await storeCall(`reading ${what}`, () => readStoredFile(bucket, file)));
  });
