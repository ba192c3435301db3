import { catalogueOfColumns } from '../../../domain/location/catalogue/catalogue-of-columns.ts';
import type { LocationCatalogue } from '../../../domain/location/catalogue/location-catalogue.ts';
import { lineBodies } from './line-bodies.ts';
import { type ExpectedSnapshot, snapshotParts } from './snapshot-parts.ts';

/**
 * All of a network of 21,000 locations is kept, once somebody has asked for all of it, and a share of a larger one. The
 * form in which a line was shown comes to about as much again, and is not counted.
 */
const keptCharacters = 24 * 1024 * 1024;

/**
 * Makes a stored snapshot, which must be exactly the one the manifest names, into a catalogue that answers at once.
 * Its lines stay compressed until `readLine` makes bodies of them. Throws DamagedPublication, or
 * NewerPublicationFormat where only a newer release can read it; a line that cannot be read throws DamagedPublication
 * when it is to be shown.
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
