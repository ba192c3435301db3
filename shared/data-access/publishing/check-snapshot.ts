import { isDeepStrictEqual } from 'node:util';
import type { CatalogueIndex } from '../../domain/location/catalogue/catalogue-index.ts';
import { MissingCatalogueData, readColumns } from '../../domain/location/catalogue/columns.ts';
import { perAttribute } from '../../domain/location/catalogue/filter.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { DamagedPublication, readStoredFile, type StoredFile } from './manifest.ts';
import type { Network, Snapshot } from './snapshot.ts';
import { openTextIndex } from './text-files.ts';

/**
 * Compares every record and every part of the index in a stored snapshot with the network and index from which the
 * snapshot was written. Throws DamagedPublication.
 */
export const verifySnapshot = async (
  stored: Snapshot,
  { capabilities, records }: Network,
  index: CatalogueIndex,
): Promise<void> => {
  assertMatch(
    isDeepStrictEqual(stored.index.places(), index.places()),
    'places that differ from the network',
  );
  assertMatch(stored.index.size === index.size, 'a number of locations that differs from the network');
  assertMatch(isDeepStrictEqual(stored.index.codes(), index.codes()), 'codes that differ from the network');
  perAttribute((attribute) =>
    requireSame(attribute, () => stored.index.postings(attribute), index.postings(attribute)),
  );
  const columns = readColumns(index.columns);
  for (const [name, read] of Object.entries(stored.index.columns)) requireSame(name, read, columns[name]);
  const capabilitiesText = JSON.stringify(stored.catalogue.capabilities.all());
  assertMatch(capabilitiesText === JSON.stringify(capabilities), 'capabilities that differ from the network');
  let found = 0;
  for await (const { code, text, rank } of stored.records()) {
    assertMatch(records[rank]?.text === text, `a record of ${code} that differs from the network`);
    found++;
  }
  assertMatch(found === records.length, 'a number of records that differs from the network');
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

const assertMatch = (matches: boolean, difference: string): void => {
  if (!matches) throw new DamagedPublication(`the catalogue has ${difference}`);
};

/** Compares a piece of the index, which must not be missing. */
const requireSame = (name: string, read: () => unknown, expected: unknown): void => {
  let stored: unknown;
  try {
    stored = read();
  } catch (error) {
    if (!(error instanceof MissingCatalogueData)) throw error;
    throw new DamagedPublication(error.message, { cause: error });
  }
  assertMatch(isDeepStrictEqual(stored, expected), `${name} that differ from its locations`);
};
