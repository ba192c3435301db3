import { isDeepStrictEqual } from 'node:util';
import type { CatalogueIndex } from '../../domain/location/catalogue/catalogue-index.ts';
import { MissingCatalogueData, readColumns } from '../../domain/location/catalogue/columns.ts';
import { perAttribute } from '../../domain/location/catalogue/filter.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { DamagedPublication, readStoredFile, type StoredFile } from './manifest.ts';
import type { Network, Snapshot } from './snapshot.ts';
import { openTextIndex } from './text-files.ts';

/** Compares a stored snapshot with the network and index from which it was written. Throws DamagedPublication. */
export const verifySnapshot = async (
  stored: Snapshot,
  { capabilities, records }: Network,
  index: CatalogueIndex,
): Promise<void> => {
  requireSame('the number of locations', () => stored.index.size, index.size);
  requireSame('places', stored.index.places, index.places());
  requireSame('codes', stored.index.codes, index.codes());
  perAttribute((attribute) =>
    requireSame(attribute, () => stored.index.postings(attribute), index.postings(attribute)),
  );
  const columns = readColumns(index.columns);
  for (const [name, read] of Object.entries(stored.index.columns)) requireSame(name, read, columns[name]);
  const storedCapabilities = () => JSON.stringify(stored.catalogue.capabilities.all());
  requireSame('capabilities', storedCapabilities, JSON.stringify(capabilities));
  let found = 0;
  for await (const { code, text, rank } of stored.records()) {
    requireSame(`the record of ${code}`, () => text, records[rank]?.text);
    found++;
  }
  requireSame('the number of records', () => found, records.length);
};

/** Compares a stored text index with the index from which it was written. Throws DamagedPublication. */
export const verifyTextIndex = async (
  bucket: ReadableBucket,
  file: StoredFile | undefined,
  index: object,
): Promise<void> => {
  if (!file) throw new DamagedPublication('the manifest lacks a text index');
  const stored = openTextIndex(await readStoredFile(bucket, file));
  if (!isDeepStrictEqual(stored, index)) throw new DamagedPublication(`${file.key} differs from the network`);
};

/** Compares a part of the catalogue, which must not be missing. */
const requireSame = (part: string, read: () => unknown, expected: unknown): void => {
  try {
    if (isDeepStrictEqual(read(), expected)) return;
  } catch (error) {
    if (!(error instanceof MissingCatalogueData)) throw error;
    throw new DamagedPublication(error.message, { cause: error });
  }
  throw new DamagedPublication(`the catalogue differs from the network: ${part}`);
};
