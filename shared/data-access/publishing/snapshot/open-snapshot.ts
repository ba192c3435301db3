import { catalogueOfColumns } from '../../../domain/location/catalogue/catalogue-of-columns.ts';
import type { LocationCatalogue } from '../../../domain/location/catalogue/location-catalogue.ts';
import { lineBodies } from './line-bodies.ts';
import { type ExpectedSnapshot, snapshotParts } from './snapshot-parts.ts';

/**
 * Bound of the cache of unpacked lines, in characters: holds all of a network of 21,000 locations, and a share of a
 * larger one. The forms in which lines are shown take about as much again, and are not counted.
 */
const keptCharacters = 24 * 1024 * 1024;

/**
 * Opens a stored snapshot, which must match the manifest, as a catalogue. Lines stay compressed until `readLine` makes
 * bodies of them. Throws DamagedPublication; an unreadable line throws it on use.
 */
export const openSnapshot = <Body>(
  file: Uint8Array,
  expected: ExpectedSnapshot,
  readLine: (line: string) => Body,
): LocationCatalogue<Body> => {
  const { linesPerBlock, blockText, ...parts } = snapshotParts(file, expected);
  return catalogueOfColumns({
    ...parts,
    bodies: lineBodies({ textOf: blockText, linesPerBlock, readLine, keptCharacters }),
  });
};
