import { isDeepStrictEqual } from 'node:util';
import { type CatalogueIndex, indexLocations } from '../../domain/location/catalogue/catalogue-index.ts';
import { MissingCatalogueData, readColumns } from '../../domain/location/catalogue/columns.ts';
import { perAttribute } from '../../domain/location/catalogue/filter.ts';
import { type Location, location } from '../../domain/location/location.ts';
import { chordMargin, growTree, type OrderedPlaces, type PlaceColumns } from '../../spatial/index.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { DamagedPublication, readStoredFile, type StoredFile } from './manifest.ts';
import { type ExpectedSnapshot, type LocationRecord, type Network, openSnapshot } from './snapshot.ts';
import { openTextIndex } from './text-files.ts';

/**
 * Compares every record and every part of the index in a stored snapshot with the network and index from which the
 * snapshot was written. Throws DamagedPublication.
 */
export const verifySnapshot = async (
  file: Uint8Array,
  expected: ExpectedSnapshot,
  { capabilities, records }: Network,
  index: CatalogueIndex,
): Promise<void> => {
  const stored = openSnapshot(file, expected);
  assertMatch(
    isDeepStrictEqual(stored.index.places(), index.places()),
    'places that differ from the network',
  );
  assertMatch(stored.index.size === index.size, 'a number of locations that differs from the network');
  assertMatch(isDeepStrictEqual(stored.index.codes(), index.codes()), 'codes that differ from the network');
  requirePostings(stored.index, index);
  requireColumns(stored.index, index, (cause) => {
    throw new DamagedPublication(cause.message, { cause });
  });
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

/**
 * Checks a whole snapshot without its source. Parses every record, and compares the index with one built from the
 * records. Columns may be missing, because older publishers did not write them. The snapshot may come from another
 * machine. Throws DamagedPublication.
 */
export const checkSnapshot = async (file: Uint8Array, expected: ExpectedSnapshot): Promise<void> => {
  const { index, catalogue, readRecords } = openSnapshot(file, expected);
  const records = await readRecords();
  try {
    const { capabilities } = catalogue;
    const built = indexLocations(parsed(records), capabilities.all(), requirePlaces(index.places()));
    requirePostings(index, built);
    requireColumns(index, built, () => {});
  } catch (error) {
    if (error instanceof DamagedPublication) throw error;
    throw new DamagedPublication('the catalogue has a record that cannot be read', { cause: error });
  }
};

const assertMatch = (matches: boolean, difference: string): void => {
  if (!matches) throw new DamagedPublication(`the catalogue has ${difference}`);
};

const requirePostings = (stored: CatalogueIndex, index: CatalogueIndex): void => {
  perAttribute((attribute) => {
    const isSame = isDeepStrictEqual(stored.postings(attribute), index.postings(attribute));
    assertMatch(isSame, `${attribute} that differ from its locations`);
  });
};

const requireColumns = (
  stored: CatalogueIndex,
  index: CatalogueIndex,
  onMissing: (error: MissingCatalogueData) => void,
): void => {
  const expected = readColumns(index.columns);
  for (const [name, read] of Object.entries(stored.columns)) {
    try {
      assertMatch(isDeepStrictEqual(read(), expected[name]), `${name} that differ from its locations`);
    } catch (error) {
      if (!(error instanceof MissingCatalogueData)) throw error;
      onMissing(error);
    }
  }
};

function* parsed(records: readonly LocationRecord[]): Generator<Location> {
  for (const { code, text } of records) {
    const read = location.parse(JSON.parse(text));
    assertMatch(read.locationCode === code, `a different code for ${read.locationCode}`);
    yield read;
  }
}

/** Tolerance for the tree, because other machines may compute sines differently. Searches tolerate twice as much. */
const rounding = chordMargin / 2;

/** Creates the `order` function of indexLocations. It returns the stored places if they match the records' places. */
const requirePlaces =
  (stored: OrderedPlaces) =>
  (places: PlaceColumns): OrderedPlaces => {
    const { lat, lon, rank, tree } = stored;
    assertMatch(new Set(rank).size === places.lat.length, 'rows without exactly one rank each');
    const isOfRecords = rank.every(
      (each, row) => lat[row] === places.lat[each] && lon[row] === places.lon[each],
    );
    assertMatch(isOfRecords, 'places that differ from its locations');
    const grown = growTree(stored);
    for (const part of ['boxes', 'axes', 'cuts'] as const)
      assertMatch(areNearlyEqual(grown[part], tree[part]), 'a tree that does not match its places');
    return stored;
  };

const areNearlyEqual = (some: ArrayLike<number>, others: ArrayLike<number>): boolean =>
  some.length === others.length &&
  Array.prototype.every.call(some, (number: number, at: number) => {
    const other = others[at] ?? Number.NaN;
    return number === other || Math.abs(number - other) <= rounding;
  });
